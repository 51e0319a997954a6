import { cacheFolder } from '../../config/state-folder';
import type { Settings } from '../../config/settings';
import { loadDataset } from '../../datasets';
import type { LoadedDataset } from '../../datasets';
import { visibleTestsAsked } from '../planning/visible-tests-asked';

/** For a repository only the definition itself is loaded, because no model is asked. */
const instances = { retrieval: 'none', said: false, countTokens: () => 0 } as const;

/**
 * Loads a data set to look at it, without a run.
 * @param visibleTests as in a run: a rule or a file
 * @param taskSpecs as in a run; default: what the settings name
 * @throws what `loadDataset` throws
 */
export function loadByName(
  nameOrPath: string,
  settings: Settings,
  visibleTests?: string,
  taskSpecs?: string,
): Promise<LoadedDataset> {
  return loadDataset({
    ...{ nameOrPath, cacheDir: cacheFolder(settings), instances },
    ...visibleTestsAsked(visibleTests),
    taskSpecs: taskSpecs ?? settings.ESPALIER_TASK_SPECS,
    taskImages: settings.ESPALIER_TASK_IMAGES,
  });
}
