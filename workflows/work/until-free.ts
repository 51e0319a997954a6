import { sleep } from '@temporalio/workflow';

const tryAgainMs = 1000;
const mostTries = 30;

/** Starts a child whose id a child of an earlier, terminated parent may still hold while it is being ended. */
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

/** The SDK's workflow package throws this class without exporting it. */
function isAlreadyStarted(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError';
}
