import type { EnvironmentRecord, InterpreterRecord } from '../schemas/environment';

/** Where a cell unpacks an interpreter that is not its own. */
const place = '/srv/interpreter';

/** The oldest that our own jobs run on. */
const oldestOfJobs = 9;

/** Path of a packed interpreter in a cell. */
export function interpreterPath({ version }: Pick<InterpreterRecord, 'version'>): string {
  const [major, minor] = version.split('.');
  return `${place}/bin/python${major}.${minor}`;
}

/** The interpreter of an environment. undefined: the interpreter of the cell. */
export function interpreterOf({
  archives,
  python,
}: Pick<EnvironmentRecord, 'archives' | 'python'>): InterpreterRecord | undefined {
  const { interpreter } = archives;
  return interpreter === undefined ? undefined : { archive: interpreter, version: python };
}

/** Whether our own jobs run on it: they import the project. */
export function runsJobs(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= oldestOfJobs;
}
