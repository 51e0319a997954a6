import { NotReadyError } from '../errors/errors';
import type { RepositoryCell, RepositoryHost } from '../adapters/repository';
import { interpreterOf, interpreterPath, runsJobs } from './interpreter';
import type { OwnInterpreter } from './interpreter';
import type { EnvironmentRecord } from '../schemas/environment';

/** The machine was upgraded, another backend is used, or the environment was imported from elsewhere. */
class PythonDiffersError extends NotReadyError {
  constructor({ sha256, python }: Pick<EnvironmentRecord, 'sha256' | 'python'>, found: string) {
    super(
      `environment ${sha256.slice(0, 12)} is of Python ${python}, and the sandbox has ${found}`,
      `Use the sandbox with Python ${python}, or build it again here: espalier env build SOURCE --fresh NAME`,
      { code: 'PYTHON_DIFFERS', fate: 'pauses-run' },
    );
  }
}

/**
 * A cell for an environment, with the interpreter that it was built for. All three numbers of its version have to be the same,
 * as an environment is known by them: with another minor version compiled modules cannot be imported, and with another patch
 * release the same call may raise or say something else; either would be held against the candidate. An implementation is not
 * recorded.
 * @throws PythonDiffersError, what opening a cell throws
 */
export async function openWithPython(
  host: RepositoryHost,
  of: Pick<EnvironmentRecord, 'sha256' | 'python' | 'archives' | 'image'>,
  wish: Parameters<RepositoryHost['open']>[0],
): Promise<RepositoryCell> {
  const cell = await host.open({ ...wish, image: of.image?.id });
  const interpreter = interpreterOf(of);
  if (interpreter !== undefined) return onInterpreter(cell, interpreter);
  const { python } = cell.place;
  if (release(python) === release(of.python)) return cell;
  await cell.close();
  throw new PythonDiffersError(of, python);
}

/** Jobs run on the interpreter of the environment, as far as they can. */
function onInterpreter(cell: RepositoryCell, interpreter: OwnInterpreter): RepositoryCell {
  if (!runsJobs(interpreter.version)) return cell;
  const path = interpreterPath(interpreter);
  return { ...cell, run: (job, options) => cell.run(job, { interpreter: path, ...options }) };
}

/** A cell says `3.14.0rc2` where an installation says `3.14.0`. */
function release(version: string): string | undefined {
  return /^\d+\.\d+\.\d+/.exec(version)?.[0];
}
