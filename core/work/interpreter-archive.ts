import type { RepositoryArchive } from '../adapters/repository';
import type { EnvironmentStore } from '../ports/environment';
import type { EnvironmentRecord, InterpreterRecord } from '../schemas/environment';
import { storedArchive } from './stored-archive';

/** Where a cell unpacks an interpreter that is not its own. */
const place = '/srv/interpreter';

/** Path of a packed interpreter in a cell. */
export function interpreterPath({ version }: Pick<InterpreterRecord, 'version'>): string {
  const [major, minor] = version.split('.');
  return `${place}/bin/python${major}.${minor}`;
}

/** The archive of an interpreter, for a cell. None: the interpreter of the cell serves. */
export function interpreterArchive(
  environments: Pick<EnvironmentStore, 'openArchive'>,
  interpreter: Pick<InterpreterRecord, 'archive'> | undefined,
): readonly RepositoryArchive[] {
  if (interpreter === undefined) return [];
  return [storedArchive(environments, interpreter.archive, 'interpreter')];
}

/** The interpreter of an environment. undefined: the interpreter of the cell. */
export function interpreterOf({
  archives,
  python,
}: Pick<EnvironmentRecord, 'archives' | 'python'>): InterpreterRecord | undefined {
  const { interpreter } = archives;
  return interpreter === undefined ? undefined : { archive: interpreter, version: python };
}
