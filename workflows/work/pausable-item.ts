import { allHandlersFinished, condition, upsertSearchAttributes } from '@temporalio/workflow';

import type { AttemptOutcome } from '../../core/schemas/run';
import type { AttemptSummary } from '../../core/ports/work';
import { endUngraded } from './end-ungraded';
import type { ItemInput } from './item-input';
import { listenToPause } from './listen-to-pause';
import { PauseGate } from './pause-gate';
import { refuse } from './refuse';
import { workActivities } from './work-activities';

/** What an item shows of itself, and leaves behind if it does not end normally. */
export interface PausableItem {
  readonly phase: () => string;
  readonly outcome: () => AttemptOutcome;
}

/** An item that takes only pause and resume. @param work calls its activities through the gate */
export async function pausableItem(
  input: ItemInput,
  { phase, outcome }: PausableItem,
  work: (gate: PauseGate) => Promise<AttemptSummary>,
): Promise<AttemptSummary> {
  const { setting } = input;
  let ended = false;
  const gate = new PauseGate({
    run: setting.run,
    paused: input.paused,
    retryForMs: setting.timing.retryForMs,
    onChange: (reason) => {
      upsertSearchAttributes({ EspalierPhase: [reason === null ? phase() : 'paused'] });
      return Promise.resolve();
    },
  });
  listenToPause(gate, () => {
    if (ended) refuse('the work on this item has ended');
  });
  try {
    const summary = await work(gate);
    ended = true;
    await condition(allHandlersFinished);
    return summary;
  } catch (error) {
    ended = true;
    return await endUngraded(input, { gate, ports: workActivities(setting), error, outcome });
  }
}
