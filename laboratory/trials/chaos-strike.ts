import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, type ProcessFacts } from '../../processes/process-table';
import { backends } from '../../sandbox/backends';
import { cellProcesses, type CellProcesses, type CellSearch } from './cell-processes';
import type { ChaosBatch } from './chaos-batch';

/** Parts of a cell that are there as long as it is. */
const cellParts = ['outer', 'Z', 'P', 'host'] as const;
/** Boxes of the program that runs just now. */
const boxes = ['candidate', 'checker'] as const;
export const chaosTargets = [...cellParts, ...boxes, 'daemon'] as const;
export type ChaosTarget = (typeof chaosTargets)[number];

/** How a daemon is taken away and brought back, for the target `daemon`. */
export interface DaemonCommands {
  readonly stop: string;
  readonly start: string;
}

export interface StrikeOptions {
  readonly search: CellSearch;
  readonly daemon?: DaemonCommands | undefined;
  readonly longestGoneMs: number;
}

export interface Strike {
  readonly killed: string;
  /** From the kill until a caller was told; null: nobody was, yet. */
  readonly toldMs: () => number | null;
  /** From the kill until the last process of that cell was gone; null: some are left. */
  readonly goneMs: number | null;
}

/** A box that was over when it was killed tells nobody; among so many there is one that was not. */
const mostBoxes = 10;
const boxPatienceMs = 500;

function isBox(target: ChaosTarget): target is (typeof boxes)[number] {
  return boxes.some((box) => box === target);
}

/** How long to look for a cell at work. A busy machine needs a while to start one. */
const patienceMs = 120_000;

/** A cell that runs a program now; for a box, with both of its boxes. null: the batch is over. */
async function busyCell(
  target: ChaosTarget,
  search: CellSearch,
  batch: ChaosBatch,
): Promise<CellProcesses | null> {
  const until = Date.now() + patienceMs;
  while (!batch.over) {
    const cells = await cellProcesses(search);
    const busy = cells.find((cell) =>
      isBox(target) ? cell[target] !== null : cell.boxes.length > 0,
    );
    if (busy !== undefined) return busy;
    if (Date.now() > until)
      throw new Error(`no cell was seen at work within ${String(patienceMs)} ms`);
    await sleep(2);
  }
  return null;
}

function allOf(cell: CellProcesses): readonly ProcessFacts[] {
  const { host, protocol, outer, zygote, boxes: inBoxes } = cell;
  return [...(host === null ? [] : [host]), protocol, outer, zygote, ...inBoxes];
}

function shell(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', command], { timeout: 120_000 }, (error) =>
      error === null ? resolve() : reject(new Error(`${command}: ${error.message}`)),
    );
  });
}

async function killDaemon(daemon: DaemonCommands | undefined): Promise<string> {
  if (daemon === undefined) throw new Error('no commands for the daemon');
  await shell(daemon.stop);
  void sleep(2_000)
    .then(() => shell(daemon.start))
    .catch(() => undefined);
  return 'the daemon';
}

/** Says what was killed. */
async function kill(
  target: ChaosTarget,
  cell: CellProcesses,
  options: StrikeOptions,
): Promise<string> {
  const { outer, zygote, protocol, host, container, candidate, checker } = cell;
  if (target === 'daemon') return killDaemon(options.daemon);
  if (target === 'host' && host === null && container !== null) {
    await backends[options.search.backend].containers?.remove(options.search, container);
    return cell.name;
  }
  const victims = { outer, Z: zygote, P: protocol, host: host ?? protocol, candidate, checker };
  const victim = victims[target];
  // A box may have ended since it was seen; its id must not hit anybody else.
  if (victim !== null && isAlive(victim)) process.kill(victim.pid, 'SIGKILL');
  return `process ${victim?.pid ?? '-'} of ${cell.name}`;
}

async function goneAfter(
  processes: readonly ProcessFacts[],
  { from, mostMs }: { readonly from: number; readonly mostMs: number },
): Promise<number | null> {
  for (;;) {
    const ms = performance.now() - from;
    if (!processes.some(isAlive)) return ms;
    if (ms > mostMs) return null;
    await sleep(2);
  }
}

async function strikeOnce(
  target: ChaosTarget,
  { batch, options }: { readonly batch: ChaosBatch; readonly options: StrikeOptions },
): Promise<Strike | null> {
  const cell = await busyCell(target, options.search, batch);
  if (cell === null) return null;
  const from = performance.now();
  const killed = await kill(target, cell, options);
  const toldMs = (): number | null => batch.toldAfter(from);
  while (isBox(target) && toldMs() === null && performance.now() - from < boxPatienceMs) {
    await sleep(2);
  }
  // What a daemon leaves, it removes when it is back. A box that was over leaves its cell as it is.
  const mostMs = target === 'daemon' ? 60_000 : 5 * options.longestGoneMs;
  const leftMs = isBox(target) && toldMs() === null ? 0 : mostMs;
  return { killed, toldMs, goneMs: await goneAfter(allOf(cell), { from, mostMs: leftMs }) };
}

/** Kills `target` in a cell at work, while a batch runs. @throws Error when no cell is seen at work */
export async function strike(
  target: ChaosTarget,
  on: { readonly batch: ChaosBatch; readonly options: StrikeOptions },
): Promise<Strike> {
  let last: Strike | null = null;
  for (let tries = 1; tries <= (isBox(target) ? mostBoxes : 1); tries += 1) {
    const next = await strikeOnce(target, on);
    if (next === null) break;
    last = next;
    if (next.toldMs() !== null) break;
  }
  if (last === null) throw new Error('the batch was over before a cell was seen at work');
  return last;
}
