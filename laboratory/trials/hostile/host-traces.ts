import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { stateMark } from '../../../sandbox/bubblewrap/owner-mark';
import { backends } from '../../../sandbox/backends';
import { isAlive, type ProcessFacts } from '../../../processes/process-table';
import { descendantsIn, processTable } from '../../home/machine-processes';
import type { CellSearch } from '../cell-processes';

const sharedFolders = ['/tmp', '/dev/shm', '/var/tmp'] as const;
const groupFolders = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'] as const;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Each as `UID PATH`. */
function sharedFiles(): readonly string[] {
  return sharedFolders.flatMap(namesIn).flatMap((path) => {
    try {
      return [`${statSync(path).uid} ${path}`];
    } catch {
      return [];
    }
  });
}

function groupsOf(stateLabel: string): readonly string[] {
  const mark = `espalier-${stateMark(stateLabel)}-${process.pid}-`;
  return groupFolders.flatMap(namesIn).filter((path) => path.includes(mark));
}

/** What there is on this machine that a sandbox could leave behind. */
export interface HostTraces {
  readonly children: readonly ProcessFacts[];
  /** Of everybody, each with its owner: which one matters is known when the cells were. */
  readonly files: readonly string[];
  readonly groups: readonly string[];
  readonly containers: readonly string[];
}

/** @param search null before any cell was started: which backend there will be is not known then */
export async function hostTraces(
  search: CellSearch | null,
  stateLabel: string,
): Promise<HostTraces> {
  const rows = search === null ? null : backends[search.backend].containers;
  const containers = search === null || !rows ? [] : await rows.ids(search);
  const children = descendantsIn(processTable(), process.pid);
  return { children, files: sharedFiles(), groups: groupsOf(stateLabel), containers };
}

/**
 * What is new after the sandbox was closed; only files of the programs' user.
 * @param isTheirs whether programs of these cells may be a file's owner: `userOutside` of their backend
 */
export function leftovers(
  before: HostTraces,
  after: HostTraces,
  isTheirs: (owner: number) => boolean,
): readonly string[] {
  const known = new Set(before.children.map(({ pid, started }) => `${pid}/${started}`));
  const isNew = ({ pid, started }: ProcessFacts): boolean => !known.has(`${pid}/${started}`);
  const added = (name: 'files' | 'groups' | 'containers'): readonly string[] =>
    after[name].filter((one) => !before[name].includes(one));
  return [
    ...after.children
      .filter(isNew)
      .filter(isAlive)
      .map(({ pid }) => `process ${pid}`),
    ...added('files').flatMap((file) => {
      const [uid, path] = file.split(/ (.*)/s);
      return isTheirs(Number(uid)) ? [`file ${path ?? ''}`] : [];
    }),
    ...added('groups').map((path) => `control group ${path}`),
    ...added('containers').map((id) => `container ${id}`),
  ];
}
