import { callsByAttempt, placeKey } from '../core/metrics/calls-by-attempt';
import {
  failureReason,
  failureReasons,
  lastProgramCall,
  madePrograms,
} from '../core/metrics/failure-reason';
import type { FailureReason, LastReply } from '../core/metrics/failure-reason';
import { answerGrade } from '../core/metrics/run-summary';
import type { AttemptRecord, CallRecord, RunPage, RunRecord, Store } from '../core/ports/records';
import { ModelAnswer } from '../core/schemas/model';
import { searchOutcome } from '../core/work/of-kind';
import { workRow } from '../core/work/kinds';
import { plannedAttempts } from '../core/work/planned-attempts';

/** An attempt that did not solve its problem, and why. */
export type Failure = {
  readonly problem: string;
  readonly sample: number;
  readonly reason: FailureReason;
  /** What was seen, in a line: the exception, the cause of a missing verdict, the beginning of a reply. */
  readonly detail: string | null;
  /** The answer passed the tests that the method was shown; null: it had none, or nothing was run. */
  readonly passedVisible: boolean | null;
  /** Generated programs of a search; null: of another kind, or before its end. */
  readonly programs: number | null;
};

/** What `findFailures` has found in the pages of a run. */
export interface FoundFailures {
  readonly add: (page: RunPage) => Promise<void>;
  readonly result: () => readonly Failure[];
}

/**
 * Every attempt of a run that is not solved, in data-set order, then by sample; those that were never begun, too. Replies are
 * read only of attempts that ended without a program. Of a kind of work that is not scored: none.
 */
export function findFailures(store: Store, { config }: RunRecord): FoundFailures {
  const { scored } = workRow(config.kind);
  const begun = new Map<string, Failure | null>();
  return {
    add: async ({ attempts, calls }) => {
      if (!scored) return;
      const callsByKey = callsByAttempt(calls);
      for (const attempt of attempts) {
        const key = placeKey(attempt);
        begun.set(key, await failureOf(store, attempt, callsByKey.get(key) ?? []));
      }
    },
    result: () => {
      if (!scored) return [];
      return plannedAttempts(config).flatMap(({ problem, sample }) => {
        const found = begun.get(placeKey({ problem, sample }));
        return found === undefined ? [notBegun(problem, sample)] : (found ?? []);
      });
    },
  };
}

/** How many attempts failed for which reason, in the order of the reasons; none that nobody has. */
export function countReasons(failures: readonly Failure[]): Readonly<Record<string, number>> {
  const counts = failureReasons.map(
    (reason) => [reason, failures.filter((one) => one.reason === reason).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function failureOf(
  store: Store,
  attempt: AttemptRecord,
  calls: readonly CallRecord[],
): Promise<Failure | null> {
  const { problem, sample, result } = attempt;
  const last = hasNoProgram(attempt) ? await lastReply(store, calls) : null;
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

function notBegun(problem: string, sample: number): Failure {
  const nothing = { detail: null, passedVisible: null, programs: null };
  return { problem, sample, reason: 'not-begun', ...nothing };
}

function hasNoProgram({ status, result }: AttemptRecord): boolean {
  if (status !== 'completed' || result === null) return false;
  return result.verdict === 'no-program' && !madePrograms(result.outcome);
}

async function lastReply(store: Store, calls: readonly CallRecord[]): Promise<LastReply | null> {
  const call = lastProgramCall(calls);
  if (call === null) return null;
  const full = await store.runs.callInFull(call.identity);
  const answer = ModelAnswer.safeParse(full?.answer);
  return { call, text: answer.success ? answer.data.text : '' };
}

function detailOf({ result, waiting }: AttemptRecord, last: LastReply | null): string | null {
  if (result === null) return waiting;
  if (result.cause !== null) return result.cause;
  if (last !== null) return last.text === '' ? null : firstLine(last.text);
  const error = answerGrade(result)?.outcome.error ?? null;
  return error === null ? null : firstLine(error);
}

/** Copied: what is cut out of a text keeps the whole of it in memory. */
function firstLine(text: string): string {
  return Buffer.from(text.trimStart().split('\n')[0] ?? '').toString();
}
