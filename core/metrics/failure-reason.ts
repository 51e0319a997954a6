import type { FailureReason } from '../schemas/failure-reason';
import type { AttemptRecord, CallRecord } from '../ports/records';
import type { ProblemLevel } from '../schemas/problem-level';
import type { AttemptOutcome } from '../schemas/run';
import { writesProgram } from '../names/roles';
import { answerGrade, isUncheckedAttempt } from './attempt-answer';

/** The last reply that should have held a program, if an attempt ended without one. Its text as far as it is known. */
export interface LastReply {
  readonly call: CallRecord;
  readonly text: string;
}

/** The reason why an attempt is not solved. null: it is solved. */
export function failureReason(
  attempt: AttemptRecord,
  lastReply: LastReply | null,
): FailureReason | null {
  const { status, result } = attempt;
  if (result === null) return 'not-ended';
  if (status === 'running') return 'not-ended';
  if (status === 'cancelled') return 'cancelled';
  if (status === 'unscored') return unscoredReason(result.level);
  if (result.solved) return null;
  if (isUncheckedAttempt(attempt)) return 'not-checked';
  const kind = answerGrade(result)?.outcome.kind ?? result.verdict;
  // A verdict `passed` here means that another suite did not pass.
  if (kind === null || kind === 'passed') return 'failed';
  if (kind !== 'no-program') return kind;
  return madePrograms(result.outcome) ? 'no-answer' : emptyReason(lastReply);
}

function unscoredReason(level: ProblemLevel | undefined): FailureReason {
  if (level?.kind === 'bad-reference') return 'bad-reference';
  return level?.kind === 'refused' ? 'level-refused' : 'unscored';
}

/** Whether a search has made programs, whatever its answer. */
export function madePrograms(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'search' && outcome.nodes.some(({ program }) => program !== null);
}

/** The calls of one attempt for a program. The last of them says why there is none. */
export function lastProgramCall(calls: readonly CallRecord[]): CallRecord | null {
  return calls.findLast(({ role, state }) => writesProgram(role) && state === 'answered') ?? null;
}

function emptyReason(last: LastReply | null): FailureReason {
  if (last === null) return 'no-program';
  switch (last.call.finishReason) {
    case 'content-filter':
      return 'content-filter';
    case 'context-length':
      return 'context-overflow';
    case 'length':
      return 'cut-off';
    case 'stop':
    case null:
      return isRefusal(last.text) ? 'refused' : 'unreadable';
  }
}

/** Beginnings of refusals of models: an apology or `I can't`. */
const refusal =
  /^\W*(?:(?:i am|i'm|i’m) (?:very |so |really )?sorry|sorry,|i (?:cannot|can't|can’t|won't|won’t|am unable|am not able|must decline)|i(?:'m|’m) (?:unable|not able)|as an ai\b|my apologies|unfortunately,? i (?:cannot|can't|can’t|am))/iu;

/** Whether a reply without a program is a refusal, and not only unreadable. */
export function isRefusal(text: string): boolean {
  return refusal.test(text);
}
