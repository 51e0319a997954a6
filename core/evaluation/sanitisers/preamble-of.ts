import type { Problem } from '../../schemas/problem';

/** What a completion goes on from: the prompt, where the data set has one that is code. */
export function preambleOf(problem: Problem): string {
  return problem.kind === 'function' ? problem.preamble : '';
}
