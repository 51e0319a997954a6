import type { Store } from '../../core/ports/records';
import type { LabContext } from '../lab-context';
import { answerWithin } from '../answer-within';
import { withRunningEngine } from '../services/with-running-engine';

/** A look at a run is not held up for longer. */
const answerWithinMs = 2_000;

/** When the first of what waits in a run is tried again, ms since 1970; null: nothing waits, or the engine does not say. */
export async function readNextTry(
  context: LabContext,
  store: Store,
  run: string,
): Promise<number | null> {
  if ((await store.runs.waitingAttempts(run)) === null) return null;
  const { nextTry } = await import('../../client/index.js');
  const asked = withRunningEngine(context, (client) => nextTry(client, run));
  return answerWithin(
    asked.catch(() => null),
    answerWithinMs,
  );
}
