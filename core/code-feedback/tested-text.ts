import type { PlannedRow } from '../kinds/dataset/schema';

/**
 * A program together with what its problem needs before it, and its tests after it.
 * @param of 0: the problem of the row; otherwise that of a partner, from 1
 */
export function testedText(
  { row, partners }: Pick<PlannedRow, 'row' | 'partners'>,
  code: string,
  of: number,
): string {
  const problem = [row, ...partners][of]?.problem;
  if (problem === undefined) throw new RangeError(`row ${row.id} has no problem ${String(of)}`);
  const { setup, tests, entryPoint } = problem;
  return [setup, code, tests, `check(${entryPoint})`, ''].join('\n\n');
}
