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

import { childEndedSignal, tellEndSignal } from './messages';
import type { ChildEnd } from './messages';

/** What a workflow starts from that may outlive the history of the one that started it. */
export interface MayOutlive {
  /** Set by continue-as-new: it outlives that history, and is to tell its end. */
  readonly outlives?: boolean;
}

/**
 * Makes a child of any workflow: one that outlives the history which started it is asked to tell its end, and tells it to
 * whichever history is there then. Without being asked it says nothing: the engine tells.
 * @param listener id of the workflow that started it
 */
export function tellsItsEnd<Input extends MayOutlive, Result>(
  work: (input: Input) => Promise<Result>,
  listener: (input: Input) => string,
): (input: Input) => Promise<Result> {
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
    const tell = (end: Omit<ChildEnd, 'id'>): Promise<void> => tellEnd(listener(input), end);
    try {
      const result = await work(given);
      if (outlives) await tell({ cause: null, result });
      return result;
    } catch (error) {
      if (outlives && isEnd(error)) {
        const cause = isCancellation(error) ? null : (rootCause(error) ?? String(error));
        await tell({ cause });
      }
      throw error;
    }
  };
}

/** Of all others the workflow does not end: it goes on in its next history, or its task is tried again. */
function isEnd(error: unknown): boolean {
  return error instanceof TemporalFailure && !(error instanceof ContinueAsNew);
}

async function tellEnd(listener: string, end: Omit<ChildEnd, 'id'>): Promise<void> {
  try {
    // Who is cancelled waits for the last word of each of its children.
    await CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(listener).signal(childEndedSignal, {
        id: workflowInfo().workflowId,
        ...end,
      }),
    );
  } catch (error) {
    log.warn('no workflow to tell of this end', { listener, error });
  }
}
