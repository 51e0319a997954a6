import { sandboxOptions } from '../config/sandbox-options';
import type { Settings } from '../config/settings';
import type { StateFolder } from '../config/state-folder';
import type { Sandbox } from '../core/adapters/sandbox';
import {
  openRepositoryCells,
  openSandbox,
  reapOrphans,
  repositoryTools,
  withFreshCells,
  withHarness,
  withPatches,
} from '../sandbox';
import type { HarnessCellsOptions, PatchCellsOptions, RepositoryCells } from '../sandbox';

/** Orphans of dead workers gone, fresh cells after trouble. @param repositories grades candidates in a repository */
export async function openWorkerSandbox(
  settings: Settings,
  folder: StateFolder,
  repositories: Pick<HarnessCellsOptions, 'host' | 'environments'> &
    Omit<PatchCellsOptions, 'tools'>,
): Promise<Sandbox> {
  const options = sandboxOptions(settings, folder);
  await reapOrphans(options);
  const sandbox = withFreshCells(await openSandbox(options));
  const inRepositories = { ...repositories, tools: repositoryTools() };
  return withPatches(withHarness(sandbox, inRepositories), inRepositories);
}

/** Cells that hold repositories: orphans of dead workers gone. */
export async function openWorkerCells(
  settings: Settings,
  folder: StateFolder,
): Promise<RepositoryCells> {
  const options = sandboxOptions(settings, folder);
  await reapOrphans(options);
  return openRepositoryCells(options);
}
