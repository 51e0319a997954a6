import { existsSync } from 'node:fs';

import { cacheFolder } from '../../config/state-folder';
import { datasetPath } from '../../datasets';
import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';

/**
 * Whether a word names a run, where it could also name a data set. A name of `dataset list` wins over a run, and a run wins over a
 * file or folder of its name: exports are often written to one.
 */
export async function namesRun(context: LabContext, word: string): Promise<boolean> {
  if (datasetPath(word, cacheFolder(context.settings)) !== null) return false;
  // Looking at a data set must not make a state folder.
  if (!existsSync(context.folder.store)) return false;
  return withStore(context, async ({ runs }) => (await runs.run(word)) !== null);
}
