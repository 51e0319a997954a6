import type { RunStore } from '../../core/ports/records';
import type { StoreContext } from '../store-context';

type RemovalPart = Pick<RunStore, 'removeFromDataset' | 'returnToDataset' | 'datasetRemovals'>;

/** Sources and rows that a person has removed from the data set of a run. The records of the run stay. */
export function createDatasetRemovals({ db, clock }: StoreContext): RemovalPart {
  return {
    removeFromDataset: async (run, names) => {
      if (names.length === 0) return;
      await db
        .insertInto('dataset_removals')
        .values([...new Set(names)].map((name) => ({ run, name, removed_at_ms: clock() })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    returnToDataset: async (run, names) => {
      if (names.length === 0) return;
      await db
        .deleteFrom('dataset_removals')
        .where('run', '=', run)
        .where('name', 'in', names)
        .execute();
    },
    datasetRemovals: async (run) => {
      const rows = await db
        .selectFrom('dataset_removals')
        .select('name')
        .where('run', '=', run)
        .orderBy('name')
        .execute();
      return rows.map(({ name }) => name);
    },
  };
}
