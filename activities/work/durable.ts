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
  /** Once it is aborted: whether its workflow wants no answer any more, as a person has cancelled or the search ended without. */
  readonly unwanted: () => Promise<boolean>;
  /** Says that the activity lives; `progress`, when given, is what the engine shows of it from now on. */
  readonly beat: (progress?: JsonValue) => void;
  /** Names this activity among all, and the same at all its tries. */
  readonly scope: string;
}

/**
 * Each beat costs the engine a write, and most of what is asked of models ends sooner. What is cut off before was not tried for long, so
 * nobody needs to hear of it.
 */
const silentMs = 2000;

/**
 * Runs the body of an activity: beats at a third of its heartbeat timeout, though not in its first moments, shows in the store that an attempt
 * waits and why, and turns errors into their durable fate: what is tried again is so while its time lasts (core/work/retry-window.ts).
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
  // Progress of an earlier try is shown until there is some of this one: a beat without details would forget it.
  let shown = toldBefore(info).progress;
  const tell = (triedMs: number, underWay: boolean): void => {
    const { cutOff } = tried;
    const spent = Math.round(triedMs);
    const details: HeartbeatDetails = { progress: shown, triedMs: spent, cutOff, underWay };
    // Within a workflow task there is nobody to hear it.
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
    // Last: no beat comes after it.
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

/**
 * Attempts that this process knows not to wait. Of any other it may have been said: by this process or one before it, of something
 * that was given up since, or that has gone on in another way.
 */
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
    // What was to be done is done: the word stays until the next success, or the end.
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
    // The store itself may be what is broken; the engine keeps the failure.
  }
}

function setWaiting(store: Store, attempt: AttemptKey, why: string | null): Promise<void> {
  return isChatId(attempt.run)
    ? store.dialogues.setChatWaiting(attempt.run, why)
    : store.runs.setWaiting(attempt, why);
}
