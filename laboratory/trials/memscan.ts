import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { NotReadyError } from '../../core/errors/errors';
import type { Sandbox } from '../../core/adapters/sandbox';
import { onlyCell, type CellProcesses, type CellSearch } from './cell-processes';
import { searchMemory, type MemorySearch } from './memory-search';
import { additionTask } from './text-programs';

const graded = 50;

export interface ScannedProcess extends MemorySearch {
  readonly name: string;
  readonly pid: number;
}

export interface MemscanResult {
  readonly programs: number;
  /** After all programs were graded, and again while a test runs. */
  readonly idle: readonly ScannedProcess[];
  readonly busy: readonly ScannedProcess[];
  readonly faults: readonly string[];
}

function scan(
  parts: readonly (readonly [string, number])[],
  token: string,
): readonly ScannedProcess[] {
  return parts.flatMap(([name, pid]) => {
    try {
      return [{ name, pid, ...searchMemory(pid, token) }];
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new NotReadyError(
        `the memory of process ${pid} (${name}) cannot be read: ${(cause as Error).message}`,
        'Run it as root',
        { code: 'MEMSCAN_REFUSED', cause },
      );
    }
  });
}

function partsOf({
  protocol,
  outer,
  zygote,
}: CellProcesses): readonly (readonly [string, number])[] {
  return [
    ['Z', zygote.pid],
    ['outer', outer.pid],
    ['P', protocol.pid],
  ];
}

const longestStartMs = 20_000;

const copiesOf = (list: readonly ScannedProcess[], name: string): number =>
  list.filter((one) => one.name === name).reduce((sum, { copies }) => sum + copies, 0);

/** What is wrong; a scan that finds nothing anywhere is as wrong as one that finds something in Z. */
export function memscanFaults({
  idle,
  busy,
}: Pick<MemscanResult, 'idle' | 'busy'>): readonly string[] {
  const faults: string[] = [];
  for (const [when, list] of [
    ['after the programs', idle],
    ['while a test runs', busy],
  ] as const) {
    for (const name of ['Z', 'outer']) {
      const copies = copiesOf(list, name);
      if (copies > 0) faults.push(`${copies} copies of the test in ${name} ${when}`);
      const seen = list.find((one) => one.name === name);
      if (seen === undefined || seen.readBytes === 0)
        faults.push(`nothing of ${name} was read ${when}`);
    }
  }
  if (copiesOf(busy, 'P') + copiesOf(idle, 'P') === 0) {
    faults.push('none in P either: this scan would find nothing anywhere');
  }
  const boxes = busy.filter(({ name }) => name === 'box');
  const knowing = boxes.filter(({ copies }) => copies > 0).length;
  if (boxes.length < 2) faults.push(`${boxes.length} boxes were seen while a test ran, not two`);
  else if (knowing !== 1) faults.push(`${knowing} of ${boxes.length} boxes hold the test, not one`);
  return faults;
}

/** A look at the cell while a test calls a program that never answers. */
async function whileTesting(search: CellSearch, token: string): Promise<readonly ScannedProcess[]> {
  const look = async (): Promise<readonly ScannedProcess[]> => {
    const cell = await onlyCell(search);
    const boxes = cell.boxes.map(({ pid }) => ['box', pid] as const);
    return scan([...partsOf(cell), ...boxes], token);
  };
  // On a crowded machine it takes its time until the test has been read.
  const deadlineMs = Date.now() + longestStartMs;
  while (copiesOf(await look(), 'box') === 0 && Date.now() < deadlineMs) await sleep(20);
  // Then the program is called: what it is told, it has by now.
  await sleep(300);
  return look();
}

/**
 * Looks for a token of tests in the memory of a cell's processes: never in Z, from which programs are forked; in P, as proof
 * that the scan sees. @throws NotReadyError (`MEMSCAN_REFUSED`) without the right to read memory
 */
export async function runMemscan(sandbox: Sandbox, search: CellSearch): Promise<MemscanResult> {
  const token = `MEMSCAN_${randomBytes(12).toString('hex')}`;
  for (let index = 0; index < graded; index += 1) {
    await sandbox.check(additionTask('adds', `"${token}"\nassert add(${index}, 0) == ${index}`));
  }
  const idle = scan(partsOf(await onlyCell(search)), token);
  const seen = new AbortController();
  const test = `x = "${token}"\nassert add(1, 2) == 3, x`;
  const running = sandbox
    .check(additionTask('never_adds', test), { signal: seen.signal })
    .catch(() => undefined);
  const busy = await whileTesting(search, token).finally(() => seen.abort());
  await running;
  return { programs: graded, idle, busy, faults: memscanFaults({ idle, busy }) };
}
