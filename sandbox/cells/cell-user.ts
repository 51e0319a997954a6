import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface UserRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Users that no system gives to anybody: the kernel counts pipes, processes and more by user, and what one program uses
 * another would lack. Drawn, not booked: two cells of a machine share one once in millions.
 */
export const cellUsers: UserRange = { first: 1_879_048_192, count: 268_304_384 };

/** For an engine that gives its containers users of its own, and only 65,536 of them. */
export const mappedUsers: UserRange = { first: 1_000, count: 59_000 };

export function drawUser({ first, count }: UserRange = cellUsers): number {
  return first + randomInt(count);
}

export function isCellUser(uid: number, { first, count }: UserRange = cellUsers): boolean {
  return uid >= first && uid < first + count;
}

/** Whether there are these users where this process is: in a user namespace, often only a few. */
export function hasCellUsers(map: string = textOf('/proc/self/uid_map')): boolean {
  const { first, count } = cellUsers;
  return map.split('\n').some((line) => {
    const [start = Number.NaN, , length = 0] = line.trim().split(/\s+/).map(Number);
    return start <= first && start + length >= first + count;
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
