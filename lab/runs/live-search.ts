import type { AttemptRecord } from '../../core/ports/records';
import type { SearchState } from '../../core/search/method';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { answerWithin } from '../answer-within';
import type { LabContext } from '../lab-context';
import type { Services } from '../services/ensure-services';

/** A search under way, as its workflow tells it. */
export interface LiveSearch {
  readonly state: SearchState;
  /** Why it is paused; null while it is not. */
  readonly paused: string | null;
  /** Nodes that are made, or being made, ahead of their turn. */
  readonly ahead: readonly string[];
}

const answerWithinMs = 5_000;

/** The search of an attempt that has not ended; null when nothing answers for it. Starts nothing. */
export async function readLiveSearch(
  context: LabContext,
  { run, problem, sample }: Pick<AttemptRecord, 'run' | 'problem' | 'sample'>,
): Promise<LiveSearch | null> {
  const { engineStatus } = await import('../../engine/index.js');
  const { settings, folder } = context;
  const status = await engineStatus({
    state: folder,
    address: settings.TEMPORAL_ADDRESS,
    namespace: settings.TEMPORAL_NAMESPACE,
  });
  if (status.kind !== 'running' && status.kind !== 'external') return null;
  const { address, namespace } = status;
  const { connectEngine } = await import('../../client/index.js');
  try {
    const local = status.kind === 'running';
    const connected = await connectEngine({ address, namespace, local });
    try {
      const { queryTree } = await import('../../client/index.js');
      const asked = queryTree(connected.client, attemptWorkflowId(run, problem, sample));
      return await answerWithin(
        asked.catch(() => null),
        answerWithinMs,
      );
    } finally {
      await connected.close();
    }
  } catch {
    return null;
  }
}

/** The search of an attempt that services are up for; null when no worker answers soon, or it is not there (not begun, ended). */
export async function askSearch(
  services: Services,
  { run, problem, sample }: Pick<AttemptRecord, 'run' | 'problem' | 'sample'>,
): Promise<LiveSearch | null> {
  const { queryTree } = await import('../../client/index.js');
  const id = attemptWorkflowId(run, problem, sample);
  return services.ask((client) => queryTree(client, id), answerWithinMs);
}
