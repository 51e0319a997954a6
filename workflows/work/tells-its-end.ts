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

/** Input of a workflow that may outlive the history that started it. */
export interface MayOutlive {
  /** Set by continue-as-new. The workflow outlives the history that started it and must tell its end. */
  readonly outlives?: boolean;
}

/**
 * A child that outlives its history is asked to tell its end to the current one; one that was not asked is silent: the engine
 * reports. @param listener id of the workflow that started it
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
    // This is read when the work continues as new with all its input. The next history still has to tell the end.
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

/** After any other error the workflow does not end: it continues in its next history, or its task is retried. */
function isEnd(error: unknown): boolean {
  return error instanceof TemporalFailure && !(error instanceof ContinueAsNew);
}

async function tellEnd(listener: string, end: Omit<ChildEnd, 'id'>): Promise<void> {
  try {
    // A cancelled workflow waits for the end of each of its children.
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
