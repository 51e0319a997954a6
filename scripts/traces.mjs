// What runs of ours leave on a machine when they are not tidy: names to compare before and after the tests.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ours = /^espalier-/;
const anything = /./;

/** [folder, which of its names]: temporary files, shared memory, control groups of version 1 (memory) and 2. */
const places = [
  [tmpdir(), ours],
  ['/dev/shm', anything],
  ['/sys/fs/cgroup', ours],
  ['/sys/fs/cgroup/memory', ours],
];

export function traces() {
  return places.flatMap(([folder, wanted]) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => wanted.test(name))
          .map((name) => join(folder, name))
      : [],
  );
}
