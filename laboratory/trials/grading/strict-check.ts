import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { Check } from '../../../core/grading/check';
import { checkOf, checkOfText } from '../../../core/tasks/check-of';
import type { RecordedVerdict } from './recorded-banks';

/** Programs at `data`, or `objects` where a person's reference would be graded so: here everything is at `data`. */
const terms = { limits: hiddenLimit(), seed: 0, assurance: 'data' } as const;

/** The hidden check of a recorded program, as our own way to grade has it. */
export function strictCheckOf({ row, program, as }: RecordedVerdict): Check {
  return as === 'text'
    ? checkOfText(row, program, terms)
    : checkOf(row.problem, row.hidden, program, terms);
}
