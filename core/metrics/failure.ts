import type { Failure } from '../ports/attempt-figures';
import type { AttemptRecord, CallRecord } from '../ports/records';
import { clipText } from '../values/text-excerpt';
import { searchOutcome } from '../kinds/of-kind';
import { failureReason, lastProgramCall, madePrograms } from './failure-reason';
import type { LastReply } from './failure-reason';
import { answerGrade } from './attempt-answer';

const longestDetail = 500;

/** Why an attempt did not solve its problem; null: it did. @param last the answer to `callThatTells` */
export function failureOf(attempt: AttemptRecord, last: LastReply | null): Failure | null {
  const { problem, sample, result } = attempt;
  const reason = failureReason(attempt, last);
  if (reason === null) return null;
  const search = searchOutcome(result);
  const answer = search?.nodes.find(({ id }) => id === search.answer) ?? null;
  const visible = answer?.visible ?? null;
  return {
    problem,
    sample,
    reason,
    detail: detailOf(attempt, last),
    passedVisible: visible === null ? null : visible.kind === 'passed',
    programs: search === null ? null : search.nodes.length,
  };
}

/** Whose reply says why an attempt ended without any program; null: it did not, or nobody answered. */
export function callThatTells(
  { status, result }: AttemptRecord,
  calls: readonly CallRecord[],
): CallRecord | null {
  if (status !== 'completed' || result === null) return null;
  if (result.verdict !== 'no-program' || madePrograms(result.outcome)) return null;
  return lastProgramCall(calls);
}

function detailOf({ result, waiting }: AttemptRecord, last: LastReply | null): string | null {
  if (result === null) return waiting;
  if (result.cause !== null) return inShort(result.cause);
  if (last !== null) return last.text === '' ? null : inShort(firstLine(last.text));
  const error = answerGrade(result)?.outcome.error ?? null;
  return error === null ? null : inShort(firstLine(error));
}

function firstLine(text: string): string {
  return text.trimStart().split('\n')[0] ?? '';
}

/** Replies may be one line of any length. Copied: what is cut out of a text keeps the whole of it in memory. */
function inShort(line: string): string {
  return JSON.parse(JSON.stringify(clipText(line, longestDetail))) as string;
}
