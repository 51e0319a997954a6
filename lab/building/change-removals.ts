import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { requireRemovable } from '../../report/datasets/export/require-removable';
import { terminalLine } from '../../report/terminal-safe';

/** What is left out of the exports of a run. */
export interface Removals {
  readonly run: string;
  /** Names of sources and ids of source rows, in order. */
  readonly leftOut: readonly string[];
}

/**
 * Removes sources or rows from the data set of a run, or with `undo` takes that back. Records stay as they are, so nothing is asked
 * again, and exports from now on leave out every dialogue that was made of them.
 * @param change.names sources of the recipe, or ids of source rows; also partners of a dialogue
 * @throws UsageError for a run that makes no data set, for a name that would remove nothing, or one that is not removed (`undo`)
 */
export async function changeRemovals(
  store: Store,
  { run, names, undo }: { run: string; names: readonly string[]; undo: boolean },
): Promise<Removals> {
  await requireRemovable(store, run, undo ? [] : names, (name) => name);
  if (undo) {
    await requireRemoved(store, run, names);
    await store.runs.returnToDataset(run, names);
  } else {
    await store.runs.removeFromDataset(run, names);
  }
  return { run, leftOut: await store.runs.datasetRemovals(run) };
}

async function requireRemoved(store: Store, run: string, names: readonly string[]): Promise<void> {
  const removed = await store.runs.datasetRemovals(run);
  const kept = names.find((name) => !removed.includes(name));
  if (kept === undefined) return;
  throw new UsageError(
    `--undo ${terminalLine(kept)}: it is not removed from run ${run}`,
    removed.length === 0 ? 'Nothing is removed from this run' : `Removed are ${removed.join(', ')}`,
    { code: 'BAD_FLAG' },
  );
}
