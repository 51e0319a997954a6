import { cacheFolder } from '../../config/state-folder';
import type { Settings } from '../../config/settings';
import { loadDataset } from '../../datasets';
import type { LoadedDataset } from '../../datasets';
import { visibleTestsAsked } from '../planning/visible-tests-asked';

/** Of a repository no more than the definition itself: nobody is asked for a program. */
const instances = { retrieval: 'none', said: false, countTokens: () => 0 } as const;

/**
 * A data set that is looked at, and of which there is no run.
 * @param visibleTests as of a run: a profile, or a file
 * @throws what `loadDataset` throws
 */
export function loadByName(
  nameOrPath: string,
  settings: Settings,
  visibleTests?: string,
): Promise<LoadedDataset> {
  return loadDataset({
    ...{ nameOrPath, cacheDir: cacheFolder(settings), instances },
    ...visibleTestsAsked(visibleTests),
  });
}
