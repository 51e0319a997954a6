import { join } from 'node:path';

import type { WayContext, WayOutcome } from './binary-parts';
import { cliPackage, cliVersion } from './pinned-version';
import { findOnPath } from './find-on-path';

/** About four minutes on two cores; a limit for a module proxy that never answers. */
const buildTimeoutMs = 40 * 60 * 1000;

/** Builds the pinned CLI with the Go toolchain of this machine, from its module proxy. */
export async function buildBinary(context: WayContext): Promise<WayOutcome> {
  const { parts, workFolder, onProgress } = context;
  const folders = [context.searchPath, ...parts.goFolders].join(':');
  const go = await findOnPath('go', folders);
  if (go === null) return { kind: 'failed', reason: 'no Go toolchain (go is not on PATH)' };
  const since = Date.now();
  let lastLine = '';
  const tell = (): void => {
    onProgress({ kind: 'building', lastLine, elapsedMs: Date.now() - since });
  };
  tell();
  const ticker = setInterval(tell, 1_000);
  const onLine = (line: string): void => {
    lastLine = line;
  };
  try {
    // env(1) adds to the user's own Go settings (proxy, caches), which must reach the toolchain unchanged.
    const { problem } = await parts.runCommand(
      [
        'env',
        'CGO_ENABLED=0',
        `GOBIN=${workFolder}`,
        go,
        'install',
        '-ldflags=-s -w',
        `${cliPackage}@${cliVersion}`,
      ],
      { timeoutMs: buildTimeoutMs, onLine },
    );
    if (problem !== null) return { kind: 'failed', reason: problem };
    return { kind: 'made', path: join(workFolder, 'temporal') };
  } finally {
    clearInterval(ticker);
  }
}
