import type { Store } from '../../core/ports/records';
import type { LabContext } from '../lab-context';
import { engineAnswer } from './engine-answer';

/** Time of the next retry in a run, in ms since 1970. null: nothing waits, or the engine does not say. */
export async function readNextTry(
  context: LabContext,
  store: Store,
  run: string,
): Promise<number | null> {
  if ((await store.runs.waitingAttempts(run)) === null) return null;
  const { nextTry } = await import('../../client/index.js');
  return engineAnswer(context, (client) => nextTry(client, run));
}
