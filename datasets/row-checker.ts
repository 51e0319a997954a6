import { z } from 'zod';

import { outputRules } from '../core/grading/compare-output';
import type { ScriptProblem } from '../core/tasks/script';
import { ExactNumber } from './exact-json';
import { parsesAsPython } from './python/python-syntax';
import { rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText } from './row-fields';

/** The field of a row that says how outputs are compared. */
const field = 'checker';

/** As Python writes numbers as well: `1e-06`. */
const tolerance = z
  .preprocess(
    (given) => (given instanceof ExactNumber ? Number(given.text) : given),
    z.number().nonnegative(),
  )
  .optional();

const Tolerances = z
  .strictObject({ abs: tolerance, rel: tolerance })
  .refine(({ abs, rel }) => abs !== undefined || rel !== undefined);

const Checker = z.union([
  z.enum(outputRules).transform((kind) => ({ kind })),
  z.strictObject({ float: Tolerances }).transform(({ float: { abs, rel } }) => {
    // What a row leaves out is no tolerance of its own: the other one is all there is.
    return { kind: 'float' as const, absolute: abs ?? 0, relative: rel ?? 0 };
  }),
  z.strictObject({ custom: filledText.refine(parsesAsPython) }).transform(({ custom: program }) => {
    return { kind: 'custom' as const, program };
  }),
]);

/**
 * By the name of a rule, by tolerances (`{"float": {"abs": 1e-6, "rel": 1e-6}}`), or by a program (`{"custom": "..."}`).
 * null: it does not say. @throws UsageError naming file, line or row, and field.
 */
export function rowChecker(row: JsonRow, file: string): ScriptProblem['rule'] | null {
  const given = row.value[field];
  if (given === undefined || given === null) return null;
  const checker = Checker.safeParse(given);
  if (checker.success) return checker.data;
  throw rowError(
    { file, line: row.line, unit: row.unit, field },
    'is neither the name of a rule nor {"float": {"abs": …, "rel": …}} with numbers from 0 nor {"custom": the text of a Python program}',
    `Give one of ${outputRules.join(', ')}, tolerances, or a program that exits with 42 (right) or 43 (wrong): docs/datasets.md`,
  );
}

/** @throws UsageError for a row of a function that has a checker: it would not be asked */
export function refuseChecker(row: JsonRow, file: string): void {
  if (rowChecker(row, file) === null) return;
  throw rowError(
    { file, line: row.line, unit: row.unit, field },
    'compares what whole programs print, and this row asks for a function',
    'Take it out of the row',
  );
}
