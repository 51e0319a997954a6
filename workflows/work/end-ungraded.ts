import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  rootCause,
  TemporalFailure,
} from '@temporalio/workflow';

import { failureTypes } from '../../core/errors/failure-fate';
import type { AttemptSummary } from '../../core/ports/work';
import type { AttemptOutcome } from '../../core/schemas/run';
import type { ItemInput } from './item-input';
import type { PauseGate } from './pause-gate';
import type { WorkActivities } from './work-activities';

export interface EndUngradedOptions {
  readonly gate: PauseGate;
  readonly ports: WorkActivities;
  readonly error: unknown;
  /** Outcome so far. */
  readonly outcome: (cancelled: boolean) => AttemptOutcome;
}

/**
 * A person cancelled, or it cannot continue: the outcome so far is recorded. If the store lacks something, the item is begun
 * again, once. @throws `error` itself when it is a cancellation, or a bug of ours
 */
export async function endUngraded(
  input: ItemInput,
  { gate, ports, error, outcome }: EndUngradedOptions,
): Promise<AttemptSummary> {
  const { setting, attempt, position } = input;
  if (input.begunAnew !== true && beginsAnew(error)) {
    await condition(allHandlersFinished);
    const paused = gate.paused;
    return continueAsNew<(item: ItemInput) => Promise<AttemptSummary>>({
      ...{ setting, attempt, position, paused },
      outlives: input.outlives ?? false,
      begunAnew: true,
    });
  }
  const cancelled = isCancellation(error);
  if (!cancelled && !(error instanceof TemporalFailure)) throw error;
  const found = outcome(cancelled);
  const summary = await CancellationScope.nonCancellable(async () => {
    const recorded = await gate.callNow(() =>
      ports.recordUngraded({
        attempt,
        position,
        outcome: found,
        status: cancelled ? 'cancelled' : 'unscored',
        cause: cancelled ? null : (rootCause(error) ?? String(error)),
      }),
    );
    // A person who is steering now is told that it is too late.
    await condition(allHandlersFinished);
    return recorded;
  });
  if (cancelled) throw error;
  return summary;
}

/** Whether the root of a failure, of an activity or of a child, is that the store lacks something that the work knows. */
function beginsAnew(error: unknown): boolean {
  if (error instanceof ApplicationFailure) return error.type === failureTypes['begins-anew'];
  return error instanceof TemporalFailure && beginsAnew(error.cause);
}
