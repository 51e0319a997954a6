import type { Store } from '../core/ports/records';
import type { LabContext } from './lab-context';
import { makeStateFolder } from './make-state-folder';

type StorePlace = Pick<LabContext, 'settings' | 'folder' | 'note'>;

/** The store of a state folder, made when there is none, and brought to the schema of now, saying so; whoever opens it closes it. */
export async function openLabStore({ settings, folder, note }: StorePlace): Promise<Store> {
  await makeStateFolder(folder.root);
  const { openStore } = await import('../store/index.js');
  return openStore({
    path: folder.store,
    synchronous: settings.ESPALIER_STORE_SYNC,
    onMigrated: ({ from, to, copy }) => {
      note(
        `the store was of schema ${String(from)} and is of ${String(to)} now; as it was: ${copy}`,
      );
    },
  });
}

/** Opens the store for the time of a body. */
export async function withStore<T>(
  place: StorePlace,
  body: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openLabStore(place);
  try {
    return await body(store);
  } finally {
    await store.close();
  }
}
