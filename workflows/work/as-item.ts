import {
  CancellationScope,
  ContinueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  rootCause,
  setHandler,
  TemporalFailure,
  workflowInfo,
} from '@temporalio/workflow';

import type { AttemptSummary } from '../../core/ports/work';
import type { ItemInput } from './item-input';
import { itemEndedSignal, tellEndSignal } from './messages';

/**
 * Makes an item of a run of the workflow of any kind of work: one that outlives the history of the run which started it is
 * asked to tell its end, and tells it to whichever history is there then. Without being asked it says nothing: the
 * engine tells.
 */
export function asItem<Input extends ItemInput>(
  work: (input: Input) => Promise<AttemptSummary>,
): (input: Input) => Promise<AttemptSummary> {
  return async (input) => {
    let outlives = input.outlives ?? false;
    setHandler(tellEndSignal, () => {
      outlives = true;
    });
    // Read when the work continues as new with all that it was given: its next history is still to tell.
    const given = {
      ...input,
      get outlives() {
        return outlives;
      },
    };
    try {
      const summary = await work(given);
      if (outlives) await tellEnd(input, null);
      return summary;
    } catch (error) {
      if (outlives && isEnd(error)) {
        await tellEnd(input, isCancellation(error) ? null : (rootCause(error) ?? String(error)));
      }
      throw error;
    }
  };
}

/** Of all others the workflow does not end: it goes on in its next history, or its task is tried again. */
function isEnd(error: unknown): boolean {
  return error instanceof TemporalFailure && !(error instanceof ContinueAsNew);
}

async function tellEnd({ setting }: ItemInput, cause: string | null): Promise<void> {
  const end = { id: workflowInfo().workflowId, cause };
  try {
    // A run that is cancelled waits for the last word of each of its items.
    await CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(setting.run).signal(itemEndedSignal, end),
    );
  } catch (error) {
    log.warn('no run to tell of this end', { run: setting.run, error });
  }
}
