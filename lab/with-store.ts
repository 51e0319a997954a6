import { storeSync } from '../config/store-sync';
import { differenceText } from '../core/journal/store-difference';
import type { Store } from '../core/ports/records';
import type { LabContext } from './lab-context';
import { makeStateFolder } from './make-state-folder';

type StorePlace = Pick<LabContext, 'settings' | 'folder' | 'note'>;

/** The store of a state folder, made when there is none, and brought to the schema of now, saying so; whoever opens it closes it. */
export async function openLabStore({ settings, folder, note }: StorePlace): Promise<Store> {
  await makeStateFolder(folder.root);
  const { openStore } = await import('../store/index.js');
  const { currentBootId } = await import('../processes/index.js');
  return openStore({
    path: folder.store,
    synchronous: storeSync(settings),
    boot: currentBootId(),
    onDifference: (difference) => {
      note(
        `${differenceText(difference)}: work that was begun before is ended with \`espalier run resume\`, which goes on with what is stored`,
      );
    },
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
