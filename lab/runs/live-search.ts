import type { AttemptRecord } from '../../core/ports/records';
import type { SearchState } from '../../core/search/method';
import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import { answerWithin } from '../answer-within';
import type { LabContext } from '../lab-context';
import type { Services } from '../services/ensure-services';
import { withRunningEngine } from '../services/with-running-engine';

/** A search under way, as its workflow reports it. */
export interface LiveSearch {
  readonly state: SearchState;
  /** Why it is paused; null while it is not. */
  readonly paused: string | null;
  /** Nodes that are made, or are being made, ahead of their turn. */
  readonly ahead: readonly string[];
}

const answerWithinMs = 5_000;

/** The search of an attempt that has not ended. null: no workflow answers. Nothing is started. */
export async function readLiveSearch(
  context: LabContext,
  { run, problem, sample }: Pick<AttemptRecord, 'run' | 'problem' | 'sample'>,
): Promise<LiveSearch | null> {
  const { queryTree } = await import('../../client/index.js');
  const id = attemptWorkflowId(run, problem, sample);
  try {
    return await withRunningEngine(context, (client) => {
      const asked = queryTree(client, id);
      return answerWithin(
        asked.catch(() => null),
        answerWithinMs,
      );
    });
  } catch {
    return null;
  }
}

/** The search of an attempt. null: no worker answers soon, or the search has not begun or has ended. */
export async function askSearch(
  services: Services,
  { run, problem, sample }: Pick<AttemptRecord, 'run' | 'problem' | 'sample'>,
): Promise<LiveSearch | null> {
  const { queryTree } = await import('../../client/index.js');
  const id = attemptWorkflowId(run, problem, sample);
  return services.ask((client) => queryTree(client, id), answerWithinMs);
}
