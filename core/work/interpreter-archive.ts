import type { RepositoryArchive } from '../adapters/repository';
import type { EnvironmentStore } from '../ports/environment';
import type { InterpreterRecord } from '../schemas/environment';
import { storedArchive } from './stored-archive';

/** The archive of an interpreter, for a cell. None: the interpreter of the cell serves. */
export function interpreterArchive(
  environments: Pick<EnvironmentStore, 'openArchive'>,
  interpreter: Pick<InterpreterRecord, 'archive'> | undefined,
): readonly RepositoryArchive[] {
  if (interpreter === undefined) return [];
  return [storedArchive(environments, interpreter.archive, 'interpreter')];
}
