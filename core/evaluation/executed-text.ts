import type { Problem } from '../schemas/problem';
import { kindOf } from '../tasks/kinds';
import type { Sample } from './sample';

/** What is executed of a sample that nobody sanitises: a solution as it stands, a completion right behind its problem's code. */
export function executedText(
  problem: Problem,
  { form, text }: Pick<Sample, 'form' | 'text'>,
): string {
  return form === 'solution' ? text : kindOf(problem).continued(problem, text);
}
