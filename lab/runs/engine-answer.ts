import type { EngineConnection } from '../../client';
import { answerWithin } from '../answer-within';
import type { LabContext } from '../lab-context';
import { withRunningEngine } from '../services/with-running-engine';

/** Longest delay of a look at a run. */
const answerWithinMs = 2_000;

/** What a running engine answers. null: there is none, it fails, or it takes too long. */
export function engineAnswer<Answer>(
  context: LabContext,
  ask: (client: EngineConnection) => Promise<Answer>,
): Promise<Answer | null> {
  const asked = withRunningEngine(context, ask).catch(() => null);
  return answerWithin(asked, answerWithinMs);
}
