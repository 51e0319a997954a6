import { reapMemoryGroups } from './bubblewrap/memory-group';
import { reapBubblewraps } from './bubblewrap/owner-mark';
import { reapContainers } from './docker-backend';

/** What dead owners had left, by kind. */
export interface Reaped {
  readonly containers: readonly string[];
  readonly processes: readonly number[];
  readonly memoryGroups: readonly string[];
  /** Why containers could not be looked for; null: they were. */
  readonly dockerUnreachable: string | null;
}

/**
 * Ends and removes what processes that are gone left behind: only with this state folder's label, and only of
 * owners of this machine that are certainly dead (process id, its start, boot id). Does not throw when there is
 * no Docker engine.
 */
export async function reapOrphans(options: {
  readonly stateLabel: string;
  readonly dockerHost?: string | undefined;
}): Promise<Reaped> {
  const { stateLabel, dockerHost } = options;
  const processes = reapBubblewraps(stateLabel);
  const memoryGroups = await reapMemoryGroups(stateLabel);
  try {
    const containers = await reapContainers({ stateLabel, host: dockerHost });
    return { containers, processes, memoryGroups, dockerUnreachable: null };
  } catch (error) {
    const dockerUnreachable = (error as Error).message;
    return { containers: [], processes, memoryGroups, dockerUnreachable };
  }
}
