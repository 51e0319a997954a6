import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import type { Store } from '../../core/ports/records';
import { withStore } from '../../lab/with-store';

/** Works on the store of the state folder that the environment names, as commands find it. */
export function inStore<T>(body: (store: Store) => Promise<T>): Promise<T> {
  const settings = readSettings();
  return withStore({ settings, folder: stateFolder(settings), note: () => undefined }, body);
}
