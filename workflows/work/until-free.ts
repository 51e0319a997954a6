import { sleep } from '@temporalio/workflow';

import { isAlreadyStarted } from './is-already-started';

const tryAgainMs = 1000;
const mostTries = 30;

/** A child of an earlier, terminated parent may hold the id while it is being ended, so the start is repeated. */
export async function untilFree<T>(start: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (!isAlreadyStarted(error) || tries >= mostTries) throw error;
      await sleep(tryAgainMs);
    }
  }
}
