import type { AttemptRecord, AttemptResult, GradedProgram } from '../ports/records';
import { isUnchecked } from '../tasks/level-of';
import { workRow } from '../kinds/kinds';

/** The hidden verdict of the answer of an attempt. null: there is none. */
export function answerGrade({ outcome, graded }: AttemptResult): GradedProgram | null {
  const answer = workRow(outcome.kind).answer(outcome);
  return graded.find(({ program }) => program === answer) ?? null;
}

/** Whether the verdict only says that the answer could not be checked at the level of its problem. */
export function isUncheckedAttempt({ status, result }: AttemptRecord): boolean {
  if (status !== 'completed' || result === null) return false;
  const answer = answerGrade(result);
  return answer !== null && isUnchecked(answer.outcome, result.level);
}
