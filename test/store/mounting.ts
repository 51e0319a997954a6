import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeIf } from '../skip-reasons';

function probe(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'espalier-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
  if (mounted.status === 0) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted.status === 0;
}

/** `describe` for tests that mount a file system of their own. */
export function describeWithMounts(name: string, body: () => void): void {
  describeIf(probe(), 'mounting a file system takes root (and the right to mount)')(name, body);
}

export interface SmallDisk {
  readonly folder: string;
  readonly dispose: () => void;
}

/** A disk that is soon full. */
export function mountSmallDisk(sizeKb: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(sizeKb)}k`, 'tmpfs', folder]);
  return {
    folder,
    dispose: () => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
