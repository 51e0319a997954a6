import { NotReadyError } from '../core/errors';
import { ownerLabelName } from '../sandbox/docker-backend';
import { DockerEngine, defaultDockerHost } from '../sandbox/docker-engine';
import { formatOwner, thisOwner } from '../sandbox/owner';
import {
  childrenIn,
  childrenOf,
  commandLine,
  controlGroups,
  descendantsIn,
  processTable,
  type ProcessFacts,
} from '../processes/process-table';

/** The processes of one running cell, as this machine sees them. */
export interface CellProcesses {
  /** Names the cell: the container's id, or the id of bubblewrap's own process. */
  readonly name: string;
  /** bubblewrap's own process, outside the cell; null for a container, which the engine's starter holds. */
  readonly host: ProcessFacts | null;
  /** Id of the container; null: there is none. */
  readonly container: string | null;
  /** P: the cell's first process, which sees programs and tests. */
  readonly protocol: ProcessFacts;
  /** Forked by P before the first request. */
  readonly outer: ProcessFacts;
  /** Z: forks the boxes and sees no text. */
  readonly zygote: ProcessFacts;
  /** Everything below Z: boxes and what programs have started. */
  readonly boxes: readonly ProcessFacts[];
  /** First process of the program's box, while a test has one beside it; else null. */
  readonly candidate: ProcessFacts | null;
  /** First process of the box with the test; null with the other. */
  readonly checker: ProcessFacts | null;
}

export interface CellSearch {
  readonly provider: 'bubblewrap' | 'docker';
  readonly dockerHost?: string | undefined;
}

type Table = ReadonlyMap<number, ProcessFacts>;

/** Who is who: Z forks the checker first, and the kernel keeps children in the order in which they were forked. */
function boxPair(table: Table, zygote: ProcessFacts): Pick<CellProcesses, 'candidate' | 'checker'> {
  const [checker, candidate, ...more] = childrenOf(zygote.pid).map((pid) => table.get(pid));
  if (checker === undefined || candidate === undefined || more.length > 0) {
    return { candidate: null, checker: null };
  }
  return { candidate, checker };
}

/** null: the cell is just starting or ending. */
function cellBelow(
  table: Table,
  protocol: ProcessFacts,
  more: Pick<CellProcesses, 'name' | 'host' | 'container'>,
): CellProcesses | null {
  const [outer] = childrenIn(table, protocol.pid);
  if (outer === undefined) return null;
  const [zygote] = childrenIn(table, outer.pid);
  if (zygote === undefined) return null;
  const boxes = descendantsIn(table, zygote.pid);
  return { ...more, protocol, outer, zygote, boxes, ...boxPair(table, zygote) };
}

function bubblewrapCells(table: Table): readonly CellProcesses[] {
  return childrenIn(table, process.pid)
    .filter(({ pid }) => commandLine(pid)[0]?.endsWith('bwrap'))
    .flatMap((host) => {
      const [protocol] = childrenIn(table, host.pid);
      if (protocol === undefined) return [];
      return cellBelow(table, protocol, { name: `bwrap ${host.pid}`, host, container: null }) ?? [];
    });
}

function engineOf({ dockerHost }: CellSearch): DockerEngine {
  return new DockerEngine(dockerHost ?? defaultDockerHost);
}

/** Kills and removes a container behind the sandbox's back. */
export async function killContainer(search: CellSearch, id: string): Promise<void> {
  await engineOf(search).remove(id);
}

/** Ids of this process's own containers. */
export async function ownContainers(search: CellSearch): Promise<readonly string[]> {
  const engine = engineOf(search);
  const label = `${ownerLabelName}=${formatOwner(thisOwner())}`;
  return (await engine.labelled(label)).map(({ id }) => id);
}

async function dockerCells(search: CellSearch): Promise<readonly CellProcesses[]> {
  const ids = await ownContainers(search);
  const table = processTable();
  const groups = [...table.values()].map((facts) => ({ facts, groups: controlGroups(facts.pid) }));
  return ids.flatMap((id) => {
    const inside = groups.filter((one) => one.groups.includes(id)).map(({ facts }) => facts);
    const pids = new Set(inside.map(({ pid }) => pid));
    const first = inside.find(({ parent }) => !pids.has(parent));
    if (first === undefined) return [];
    const name = `container ${id.slice(0, 12)}`;
    return cellBelow(table, first, { name, host: null, container: id }) ?? [];
  });
}

/** The running cells of this process, found from outside: nothing that a cell says is trusted. */
export async function cellProcesses(search: CellSearch): Promise<readonly CellProcesses[]> {
  return search.provider === 'docker' ? dockerCells(search) : bubblewrapCells(processTable());
}

/**
 * The only running cell, for trials with one slot.
 * @throws NotReadyError when it cannot be seen: no /proc, a Docker engine on another machine, no cell at all
 */
export async function onlyCell(search: CellSearch): Promise<CellProcesses> {
  const cells = await cellProcesses(search);
  const [cell] = cells;
  if (cell !== undefined) return cell;
  throw new NotReadyError(
    `the processes of the ${search.provider} cell cannot be seen from here`,
    'Run it where the cells run: on Linux, with /proc, and with a Docker engine on this machine',
    { code: 'SANDBOX_CELL_UNSEEN' },
  );
}
