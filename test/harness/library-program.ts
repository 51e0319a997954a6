import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { EspalierHome } from '../../laboratory/home/espalier-home';
import type { CommandEnd } from '../../laboratory/home/running-command';

/** Somebody's folder with the package installed in it. */
export interface Consumer {
  readonly folder: string;
  readonly dispose: () => void;
}

/** @param packageFolder default: this checkout */
export function makeConsumer(packageFolder = resolve(__dirname, '..', '..')): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-consumer-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder, join(folder, 'node_modules', 'espalier'));
  return {
    folder,
    dispose: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a program in a folder to its end, with a home's environment. */
export function runProgram(
  file: string,
  { folder, home }: { readonly folder: string; readonly home: EspalierHome },
): Promise<CommandEnd> {
  return new Promise((end) => {
    const options = { cwd: folder, env: { ...home.environment }, timeout: 120_000 };
    const child = execFile(process.execPath, [file], options, (_, stdout, stderr) => {
      end({ code: child.exitCode, stdout, stderr });
    });
  });
}
