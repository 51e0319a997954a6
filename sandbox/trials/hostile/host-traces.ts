import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { stateMark } from '../../bubblewrap/owner-mark';
import {
  descendantsIn,
  isAlive,
  processTable,
  type ProcessFacts,
} from '../../processes/process-table';
import { ownContainers, type CellSearch } from '../cell-processes';

const sharedFolders = ['/tmp', '/dev/shm', '/var/tmp'] as const;
const groupFolders = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'] as const;
/** The user that programs run as, on every provider. */
const boxUser = 65_534;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Files of the programs' user: others on this machine come and go meanwhile. */
function strayFiles(): readonly string[] {
  return sharedFolders.flatMap(namesIn).filter((path) => {
    try {
      return statSync(path).uid === boxUser;
    } catch {
      return false;
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
  readonly files: readonly string[];
  readonly groups: readonly string[];
  readonly containers: readonly string[];
}

export async function hostTraces(search: CellSearch, stateLabel: string): Promise<HostTraces> {
  const containers = search.provider === 'docker' ? await ownContainers(search) : [];
  const children = descendantsIn(processTable(), process.pid);
  return { children, files: strayFiles(), groups: groupsOf(stateLabel), containers };
}

/** What is there after the sandbox was closed and was not before it was opened, in words. */
export function leftovers(before: HostTraces, after: HostTraces): readonly string[] {
  const known = new Set(before.children.map(({ pid, started }) => `${pid}/${started}`));
  const isNew = ({ pid, started }: ProcessFacts): boolean => !known.has(`${pid}/${started}`);
  const added = (name: 'files' | 'groups' | 'containers'): readonly string[] =>
    after[name].filter((one) => !before[name].includes(one));
  return [
    ...after.children
      .filter(isNew)
      .filter(isAlive)
      .map(({ pid }) => `process ${pid}`),
    ...added('files').map((path) => `file ${path}`),
    ...added('groups').map((path) => `control group ${path}`),
    ...added('containers').map((id) => `container ${id}`),
  ];
}
