import type { PlannedRow } from '../../core/kinds/dataset/schema';
import type { BlobStore } from '../../core/ports/records';

/**
 * Stores a program together with what its problem needs before it, and its tests after it.
 * @param tested.of 0: the problem of the row; otherwise that of a partner, from 1
 * @returns sha256 of the whole
 */
export async function testedProgram(
  blobs: BlobStore,
  { row, partners }: PlannedRow,
  { program, of }: { readonly program: string; readonly of: number },
): Promise<string> {
  const problem = [row, ...partners][of]?.problem;
  if (problem === undefined) throw new RangeError(`row ${row.id} has no problem ${String(of)}`);
  const { setup, tests, entryPoint } = problem;
  const code = await blobs.get(program);
  return blobs.put([setup, code, tests, `check(${entryPoint})`, ''].join('\n\n'));
}
