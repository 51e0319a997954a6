import type { Store } from '../core/ports/records';
import type { LabContext } from './lab-context';
import { makeStateFolder } from './make-state-folder';

type StorePlace = Pick<LabContext, 'settings' | 'folder'>;

/** The store of a state folder, made when there is none; whoever opens it closes it. */
export async function openLabStore({ settings, folder }: StorePlace): Promise<Store> {
  await makeStateFolder(folder.root);
  const { openStore } = await import('../store/index.js');
  return openStore({ path: folder.store, synchronous: settings.ESPALIER_STORE_SYNC });
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
