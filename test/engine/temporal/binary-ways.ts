import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { BinaryOptions } from '../../../engine';
import type { BinaryParts } from '../../../engine/temporal/binary-parts';
import type { HttpGet } from '../../../engine/temporal/http-get';

/** A `temporal` whose server is of this version. */
export const program = (version: string) =>
  `#!/bin/sh\necho "temporal version 1.5.1 (Server ${version}, UI 2.42.1)"\n`;

export function executable(path: string, content = program('1.29.1')): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
}

const refused: HttpGet = () => Promise.reject(new Error('connect ECONNREFUSED'));

/** No way leads anywhere, until a test opens one. */
export function nowhere(root: string, parts: Partial<BinaryParts> = {}): BinaryOptions {
  return {
    cliPath: undefined,
    searchPath: join(root, 'bin'),
    cacheFolder: join(root, 'cache'),
    parts: { httpGet: refused, goFolders: [], ...parts },
  };
}

/** A `go` that notes each call and "installs" into GOBIN. */
export function fakeGo(root: string, script = ''): string {
  const made = executable(join(root, 'made'));
  return executable(
    join(root, 'bin', 'go'),
    `#!/bin/sh\necho "$CGO_ENABLED $@" >> ${root}/go-calls\n${script}\nPATH=/usr/bin:/bin cp ${made} "$GOBIN/temporal"\n`,
  );
}
