import { join } from 'node:path';

import {
  loadGuestBundle,
  packBundle,
  packageSources,
  pythonFolder,
  type GuestBundle,
} from '../guest/bundle';

const ordinaryMain = 'from sandbox_tools import main';

/** Tools of every cell, of repository cells, and our jobs. `jobs`: folder in place of `python/repository`. */
export function loadRepositoryBundle(jobs?: string): GuestBundle {
  const folder = pythonFolder();
  const ordinary = loadGuestBundle(folder);
  const sources = {
    ...ordinary.sources,
    ...packageSources(join(folder, 'repository_cell'), 'repository_cell'),
    ...packageSources(jobs ?? join(folder, 'repository'), 'repository'),
  };
  const bootstrap = ordinary.bootstrap.replace(ordinaryMain, 'from repository_cell import main');
  return packBundle(sources, bootstrap);
}

/** Hash of our own Python in repository cells: part of what a verdict of theirs depends on. */
export function repositoryTools(): string {
  return loadRepositoryBundle().hash;
}
