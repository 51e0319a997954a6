import { EspalierError } from '../core/errors/errors';
import { isWhole } from './fetch';
import { datasetPath, knownDatasets } from './known-datasets';
import { loadDataset } from './load-dataset';
import type { VisibleTestCounts } from './load-dataset';

export interface DatasetListing {
  readonly name: string;
  /** It can be used without a network. */
  readonly present: boolean;
  readonly path: string;
  readonly problems: number;
  /** How many problems have 0, 1, 2 or more visible tests; null: not known until it is fetched. */
  readonly visible: VisibleTestCounts['visible'] | null;
  readonly licence: string;
  /** null: it comes with this program. */
  readonly url: string | null;
  /** What is wrong with the file that is there; null: nothing. */
  readonly trouble: string | null;
}

/** What `--dataset` can name, and what of it is on this machine. Uses no network and changes nothing. */
export async function listDatasets(options: {
  readonly cacheDir: string;
}): Promise<readonly DatasetListing[]> {
  return Promise.all(
    Object.entries(knownDatasets).map(async ([name, known]): Promise<DatasetListing> => {
      const listing = {
        name,
        path: datasetPath(name, options.cacheDir) ?? '',
        problems: known.problems,
        licence: known.licence,
        url: known.download?.url ?? null,
      };
      try {
        if (known.download !== null && !(await isWhole(listing.path, known.download)))
          return { ...listing, present: false, visible: null, trouble: null };
        const loaded = await loadDataset({ nameOrPath: name, ...options });
        const problems = loaded.rows.length;
        const { visible } = loaded.counts;
        return { ...listing, present: true, problems, visible, trouble: null };
      } catch (error) {
        if (!(error instanceof EspalierError)) throw error;
        const trouble = `${error.message}. ${error.remedy}`;
        return { ...listing, present: false, visible: null, trouble };
      }
    }),
  );
}
