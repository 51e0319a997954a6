import { getExternalWorkflowHandle, isCancellation, log, sleep } from '@temporalio/workflow';

import { pauseSignal, resumeSignal } from './messages';

const tryAgainMs = 200;

/** A child that cannot be told may have just ended, or not started: it is told again while `isOpen` returns true. */
export async function forwardPause(
  workflowId: string,
  reason: string | null,
  isOpen: () => boolean,
): Promise<void> {
  const handle = getExternalWorkflowHandle(workflowId);
  while (isOpen()) {
    try {
      await (reason === null ? handle.signal(resumeSignal) : handle.signal(pauseSignal, reason));
      return;
    } catch (error) {
      if (isCancellation(error)) throw error;
      log.debug('nobody to tell of the pause', { workflowId, error });
    }
    await sleep(tryAgainMs);
  }
}
