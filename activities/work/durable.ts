import { cancellationSignal, Context, heartbeat } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';

import type { JsonValue } from '../../core/values/canonical-json';
import { EspalierError } from '../../core/errors/errors';
import type { ErrorFate } from '../../core/errors/errors';
import { isChatId } from '../../core/refinement/chat-id';
import type { AttemptKey, Store } from '../../core/ports/records';
import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import { toldBefore } from './heartbeat-details';
import type { HeartbeatDetails } from './heartbeat-details';
import { toFailure } from './to-failure';
import { isUnwanted } from './is-unwanted';
import { TriedTime, wordsOf } from './tried-time';

export interface DurableContext {
  /** Aborted when a person cancels, the activity times out, or the worker shuts down. */
  readonly signal: AbortSignal;
  /** After the abort: whether the workflow wants no answer any more (a person cancelled, or the search ended). */
  readonly unwanted: () => Promise<boolean>;
  /** Sends a heartbeat. From now on the engine shows `progress`, if it is given. */
  readonly beat: (progress?: JsonValue) => void;
  /** Name of this activity. It is unique and the same for all its tries. */
  readonly scope: string;
}

/** Each heartbeat costs the engine a write; most model calls end sooner. The short tried time of one cut off may be lost. */
const silentMs = 2000;

/**
 * Sends heartbeats at a third of the timeout, but none in the first moments, notes in the store that an attempt waits and
 * why, and turns errors into their durable fate (core/work/retry-window.ts).
 */
export async function durable<T>(
  store: Store,
  attempt: AttemptKey | null,
  body: (context: DurableContext) => Promise<T>,
): Promise<T> {
  const current = Context.current();
  const { info } = current;
  const everyMs = (info.heartbeatTimeoutMs ?? 30_000) / 3;
  const tried = new TriedTime(info);
  // The progress of an earlier try is shown until this try has progress. A heartbeat without details would delete it.
  let shown = toldBefore(info).progress;
  const tell = (triedMs: number, underWay: boolean): void => {
    const { cutOff } = tried;
    const spent = Math.round(triedMs);
    const details: HeartbeatDetails = { progress: shown, triedMs: spent, cutOff, underWay };
    // A local activity has no heartbeats.
    if (!info.isLocal) heartbeat(details);
  };
  let silent = everyMs > silentMs;
  const beat = (progress: JsonValue = shown): void => {
    shown = progress;
    if (!silent) tell(tried.soFarMs, true);
  };
  const speak = (): void => {
    silent = false;
    beat();
  };
  const first = silent ? setTimeout(speak, silentMs) : undefined;
  const timer = setInterval(() => {
    beat();
  }, everyMs);
  try {
    tried.requireTime();
    const result = await body({
      signal: cancellationSignal(),
      unwanted: () => isUnwanted(current),
      beat,
      scope: scopeOf(info),
    });
    if (attempt !== null) await showWorking(store, attempt, info.attempt);
    return result;
  } catch (error) {
    const failed = tried.failed(error);
    if (attempt !== null) await showWaiting(store, attempt, failed.error);
    // This is the last heartbeat.
    tell(failed.triedMs, false);
    throw toFailure(failed.error);
  } finally {
    clearTimeout(first);
    clearInterval(timer);
  }
}

function scopeOf({ workflowExecution, activityId, activityRunId }: Info): string {
  const owner = workflowExecution ?? { workflowId: '', runId: activityRunId ?? '' };
  return [owner.workflowId, owner.runId, activityId].join('/');
}

const waitingFates: ReadonlySet<ErrorFate> = new Set(['retryable', 'waits']);

/** Attempts that this process knows not to wait. For others the store may hold a note of a given-up activity. */
const working = new Set<string>();
const mostWorking = 10_000;

const nameOf = ({ run, problem, sample }: AttemptKey): string =>
  attemptWorkflowId(run, problem, sample);

async function showWorking(store: Store, attempt: AttemptKey, nth: number): Promise<void> {
  const name = nameOf(attempt);
  if (nth === 1 && working.has(name)) return;
  try {
    await setWaiting(store, attempt, null);
  } catch {
    // The work is done. The note stays until the next success or the end.
    return;
  }
  if (working.size >= mostWorking) working.clear();
  working.add(name);
}

async function showWaiting(store: Store, attempt: AttemptKey, error: unknown): Promise<void> {
  if (error instanceof EspalierError && !waitingFates.has(error.fate)) return;
  working.delete(nameOf(attempt));
  try {
    await setWaiting(store, attempt, wordsOf(error).slice(0, 500));
  } catch {
    // The store itself may be broken. The engine keeps the failure.
  }
}

function setWaiting(store: Store, attempt: AttemptKey, why: string | null): Promise<void> {
  return isChatId(attempt.run)
    ? store.dialogues.setChatWaiting(attempt.run, why)
    : store.runs.setWaiting(attempt, why);
}
