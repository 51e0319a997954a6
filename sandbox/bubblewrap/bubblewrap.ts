import { release } from 'node:os';

import { childrenIn, commandLine } from '../../processes/process-table';
import type { Backend } from '../backend';
import { cellUsers, hasCellUsers, isCellUser } from '../cells/cell-user';
import { boxUser } from '../cells/surroundings';
import { BubblewrapBackend } from './bubblewrap-backend';
import { reapMemoryGroups } from './memory-group';
import { reapBubblewraps } from './owner-mark';

const defaultSearchPath = '/usr/local/bin:/usr/bin:/bin';

const sharedCounts =
  'its cells share what the kernel counts by user, such as pipes and descriptors on their way';

function stepsDown(uid: number | undefined): boolean {
  return uid === undefined || uid === 0;
}

function rootBecomes(): string {
  return hasCellUsers()
    ? `a user of its own for each cell (uid ${cellUsers.first} and up)`
    : `uid ${boxUser} for every cell, as there are no more users here (${sharedCounts})`;
}

/** Cells by bubblewrap: no daemon and no image, only Linux. */
export const bubblewrap: Backend = {
  name: 'bubblewrap',
  title: 'bubblewrap',
  setUp: 'install bubblewrap (Debian: apt-get install bubblewrap)',
  daemon: null,
  containers: null,
  open: async ({ searchPath = defaultSearchPath, root = '/', stateLabel }, needs) =>
    BubblewrapBackend.open({ searchPath, root, stateLabel, ...needs, kernelRelease: release() }),
  // It is refused where the kernel does not count processes as it should, and says so itself.
  findings: () => [],
  reap: async ({ stateLabel }) => {
    const processes = reapBubblewraps(stateLabel);
    const groups = await reapMemoryGroups(stateLabel);
    return [
      ...processes.map((pid) => `process ${pid}`),
      ...groups.map((name) => `control group ${name}`),
    ];
  },
  cells: async (table) =>
    childrenIn(table, process.pid)
      .filter(({ pid }) => commandLine(pid)[0]?.endsWith('bwrap'))
      .flatMap((host) => {
        const [first] = childrenIn(table, host.pid);
        return first === undefined
          ? []
          : [{ name: `bwrap ${host.pid}`, host, container: null, first }];
      }),
  // Never as root, whose files and rights a box could then reach.
  userFinding: (uid) => ({
    name: 'bubblewrap user',
    ok: true,
    detail: stepsDown(uid)
      ? `this is root: bubblewrap is started as ${rootBecomes()}, so nothing of a cell is root's outside`
      : `bubblewrap is started as uid ${uid}, without rights to give up; ${sharedCounts}`,
  }),
  // Where root steps down to start it one of the cells' users; started by an ordinary user, its nobody is that user.
  userOutside: (uid) => (owner) =>
    stepsDown(uid) ? isCellUser(owner) || owner === boxUser : owner === uid,
};
