import { cacheFolder } from '../../config/state-folder';
import type { Settings } from '../../config/settings';
import { loadDataset } from '../../datasets';
import type { LoadedDataset } from '../../datasets';

/** Of a repository no more than the definition itself: nobody is asked for a program. */
const instances = { retrieval: 'none', said: false, countTokens: () => 0 } as const;

/** A data set that is looked at, and of which there is no run. @throws what `loadDataset` throws */
export function loadByName(nameOrPath: string, settings: Settings): Promise<LoadedDataset> {
  return loadDataset({ nameOrPath, cacheDir: cacheFolder(settings), instances });
}
