import type { RepositoryArchive } from '../adapters/repository';
import type { EnvironmentStore } from '../ports/environment';
import type { OwnInterpreter } from '../repository/interpreter';
import { storedArchive } from './stored-archive';

/** The archive of an interpreter, for a cell. None: the cell has the interpreter. */
export function interpreterArchive(
  environments: Pick<EnvironmentStore, 'openArchive'>,
  interpreter: Pick<OwnInterpreter, 'archive'> | undefined,
): readonly RepositoryArchive[] {
  const { archive } = interpreter ?? {};
  return archive === undefined ? [] : [storedArchive(environments, archive, 'interpreter')];
}
