import type { Location } from './locations';

/** The lines of a changed text between the first and the last that differ from what was there before. Empty: none does. */
export function changedLocations(path: string, before: string, after: string): readonly Location[] {
  if (before === after) return [];
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(old.length, now.length) - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail += 1;
  }
  const start = Math.min(head + 1, now.length);
  return [{ path, start, end: Math.max(start, now.length - tail), name: 'changed lines' }];
}
