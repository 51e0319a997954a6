import type { RunCounts, Store } from '../../core/ports/records';
import type { RunStatus } from '../../core/schemas/run';

/** A run in a list. */
export interface ListedRun extends RunCounts {
  readonly run: string;
  readonly status: RunStatus;
  /** Why it is paused; null otherwise. */
  readonly reason: string | null;
  /** ISO time. */
  readonly created: string;
}

/** Every run of a store, the newest first. */
export async function listRuns(store: Store): Promise<readonly ListedRun[]> {
  const runs = [...(await store.runs.runs())].sort(
    (left, right) => right.createdAtMs - left.createdAtMs,
  );
  return Promise.all(
    runs.map(async ({ id, status, reason, createdAtMs }) => ({
      run: id,
      status,
      reason,
      created: new Date(createdAtMs).toISOString(),
      ...(await store.runs.counts(id)),
    })),
  );
}
