import type { EnvironmentRecord } from '../schemas/environment';

/** Where a cell unpacks an interpreter that is not its own. */
export const interpreterFolder = '/srv/interpreter';

/** The oldest that our own jobs run on. */
const oldestOfJobs = 9;

/** An interpreter that is not the cell's: packed as an archive, or in the image of an environment. */
export interface OwnInterpreter {
  readonly version: string;
  /** sha256 of the tar. Absent: the image has it. */
  readonly archive?: string | undefined;
  /** Absent: where cells unpack the archive. */
  readonly path?: string | undefined;
}

/** Path of an interpreter in a cell. */
export function interpreterPath({ version, path }: Omit<OwnInterpreter, 'archive'>): string {
  const [major, minor] = version.split('.');
  return path ?? `${interpreterFolder}/bin/python${major}.${minor}`;
}

/** The interpreter of an environment. undefined: the interpreter of the cell. */
export function interpreterOf({
  archives,
  image,
  python: version,
}: Pick<EnvironmentRecord, 'archives' | 'image' | 'python'>): OwnInterpreter | undefined {
  if (image !== undefined) return { version, path: image.interpreter };
  const { interpreter: archive } = archives;
  return archive === undefined ? undefined : { archive, version };
}

/** Whether our own jobs run on it: they import the project. */
export function runsJobs(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= oldestOfJobs;
}
