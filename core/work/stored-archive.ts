import type { EnvironmentStore } from '../ports/environment';
import type { RepositoryArchive } from '../adapters/repository';

/** An archive of the store, for a cell. @param at folder of the cell; default: all of it */
export function storedArchive(
  { openArchive }: Pick<EnvironmentStore, 'openArchive'>,
  hash: string,
  at = '',
): RepositoryArchive {
  return { hash, at, open: () => openArchive(hash) };
}
