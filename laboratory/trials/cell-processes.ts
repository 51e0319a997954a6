import { NotReadyError } from '../../core/errors/errors';
import type { SandboxBackend } from '../../core/names/sandbox-backends';
import { childrenIn, childrenOf, type ProcessFacts } from '../../processes/process-table';
import type { CellOutside, EngineAddress } from '../../sandbox/backend';
import { backends } from '../../sandbox/backends';
import { descendantsIn, processTable } from '../home/machine-processes';

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

/** Where to look: the row of the backend knows how. */
export interface CellSearch extends EngineAddress {
  readonly backend: SandboxBackend;
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
function cellBelow(table: Table, { first: protocol, ...more }: CellOutside): CellProcesses | null {
  const [outer] = childrenIn(table, protocol.pid);
  if (outer === undefined) return null;
  const [zygote] = childrenIn(table, outer.pid);
  if (zygote === undefined) return null;
  const boxes = descendantsIn(table, zygote.pid);
  return { ...more, protocol, outer, zygote, boxes, ...boxPair(table, zygote) };
}

/** The running cells of this process, found from outside: nothing that a cell says is trusted. */
export async function cellProcesses(search: CellSearch): Promise<readonly CellProcesses[]> {
  const table = processTable();
  const cells = await backends[search.backend].cells(table, search);
  return cells.flatMap((cell) => cellBelow(table, cell) ?? []);
}

/** @throws NotReadyError when cells cannot be seen: no /proc, a Docker engine on another machine, fewer cells */
export async function everyCell(
  search: CellSearch,
  count: number,
): Promise<readonly CellProcesses[]> {
  const cells = await cellProcesses(search);
  if (cells.length >= count) return cells;
  throw new NotReadyError(
    `the processes of the ${search.backend} cell cannot be seen from here`,
    'Run it where the cells run: on Linux, with /proc, and with a Docker engine on this machine',
    { code: 'SANDBOX_CELL_UNSEEN' },
  );
}

/** The only running cell, for trials with one slot. @throws NotReadyError when it cannot be seen */
export async function onlyCell(search: CellSearch): Promise<CellProcesses> {
  const [cell] = await everyCell(search, 1);
  if (cell === undefined) throw new RangeError('there is no cell');
  return cell;
}
