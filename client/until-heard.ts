import { setTimeout as wait } from 'node:timers/promises';

import { WorkflowUpdateFailedError } from '@temporalio/client';

const mostTries = 25;
const againMs = 200;

/** Repeats an update for 5 s while a new workflow has no handlers yet. A refused update had no effect, so this is safe. */
export async function untilHeard<T>(
  send: () => Promise<T>,
  sleep: (ms: number) => Promise<unknown> = wait,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries >= mostTries || !isUnheard(error)) throw error;
    }
    await sleep(againMs);
  }
}

function isUnheard(error: unknown): boolean {
  if (!(error instanceof WorkflowUpdateFailedError)) return false;
  const { message } = error.cause ?? error;
  return message.startsWith('No registered handler for update');
}
