import { resolve } from 'node:path';

import type { WholeRun } from '../../report/load-run';

/**
 * Draws runs into a folder; the library that draws is loaded only then, since it takes longer to load than most commands run.
 * @returns paths of the files
 * @throws UsageError (`PLOTS_NOT_WRITTEN`)
 */
export async function plotRuns(
  runs: readonly WholeRun[],
  directory: string,
): Promise<readonly string[]> {
  const { writePlots } = await import('../../report/plots/write-plots.js');
  return writePlots(runs, resolve(directory));
}
