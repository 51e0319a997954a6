import { cancellationSignal, Context, heartbeat } from '@temporalio/activity';

import { EspalierError } from '../core/errors';
import type { AttemptKey, Store } from '../core/ports/records';
import { toFailure } from './failures';

export interface DurableContext {
  /** Aborted when a person cancels, the activity times out, or the worker shuts down. */
  readonly signal: AbortSignal;
  readonly beat: () => void;
}

/**
 * Runs the body of an activity: beats at a third of its heartbeat timeout, shows in the store that an attempt
 * waits and why, and turns errors into their durable fate.
 */
export async function durable<T>(
  store: Store,
  attempt: AttemptKey | null,
  body: (context: DurableContext) => Promise<T>,
): Promise<T> {
  const { info } = Context.current();
  const everyMs = (info.heartbeatTimeoutMs ?? 30_000) / 3;
  const beat = (): void => {
    heartbeat();
  };
  const timer = setInterval(beat, everyMs);
  try {
    const result = await body({ signal: cancellationSignal(), beat });
    if (info.attempt > 1 && attempt !== null) await store.runs.setWaiting(attempt, null);
    return result;
  } catch (error) {
    if (attempt !== null) await showWaiting(store, attempt, error);
    throw toFailure(error);
  } finally {
    clearInterval(timer);
  }
}

async function showWaiting(store: Store, attempt: AttemptKey, error: unknown): Promise<void> {
  if (error instanceof EspalierError && error.fate !== 'retryable') return;
  const why = error instanceof Error ? error.message : String(error);
  try {
    await store.runs.setWaiting(attempt, why.slice(0, 500));
  } catch {
    // The store itself may be what is broken; the engine keeps the failure.
  }
}
