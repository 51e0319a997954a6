import type { RunCounts, Store } from '../../core/ports/records';
import type { RunStatus } from '../../core/schemas/run';
import { workRow } from '../../core/kinds/kinds';

/** A run in a list. */
export interface ListedRun extends Omit<RunCounts, 'solved'> {
  readonly run: string;
  readonly status: RunStatus;
  /** null: its kind of work has no verdicts. */
  readonly solved: number | null;
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
    runs.map(async ({ id, config, status, reason, createdAtMs }) => ({
      run: id,
      status,
      reason,
      created: new Date(createdAtMs).toISOString(),
      ...(await store.runs.counts(id)),
      ...(workRow(config.kind).scored ? {} : { solved: null }),
    })),
  );
}
