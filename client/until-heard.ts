import { setTimeout as wait } from 'node:timers/promises';

import { WorkflowUpdateFailedError } from '@temporalio/client';

const mostTries = 25;
const againMs = 200;

/**
 * Sends an update to a workflow that may have been started just now: before its first task has run nothing in it listens,
 * and the engine's word for that is a refusal that nobody has made. It had no effect, so it is sent again for 5 s.
 */
export async function untilHeard<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries >= mostTries || !isUnheard(error)) throw error;
    }
    await wait(againMs);
  }
}

function isUnheard(error: unknown): boolean {
  if (!(error instanceof WorkflowUpdateFailedError)) return false;
  const { message } = error.cause ?? error;
  return message.startsWith('No registered handler for update');
}
