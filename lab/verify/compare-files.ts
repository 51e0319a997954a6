import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { firstDifference } from './first-difference';
import type { TextDifference } from './first-difference';

/** A file that is not the same in two folders. */
export interface FileDifference {
  readonly file: string;
  /** null: the first folder has no such file. `left` is of the first folder, `right` of the second. */
  readonly first: TextDifference | null;
}

/** Compares files of these names byte by byte; the second folder has them all. */
export async function compareFiles(
  left: string,
  right: string,
  names: readonly string[],
): Promise<readonly FileDifference[]> {
  const differences: FileDifference[] = [];
  for (const file of names) {
    const [one, other] = [await bytesOf(join(left, file)), await readFile(join(right, file))];
    if (one?.equals(other) === true) continue;
    differences.push({ file, first: one === null ? null : differenceOf(one, other) });
  }
  return differences;
}

function differenceOf(one: Buffer, other: Buffer): TextDifference | null {
  const of = (encoding: 'utf8' | 'latin1') =>
    firstDifference(one.toString(encoding), other.toString(encoding));
  // Bytes that are no text are read as one and the same character.
  return of('utf8') ?? of('latin1');
}

async function bytesOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
