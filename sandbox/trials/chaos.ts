import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { EspalierError } from '../../core/errors';
import type { Sandbox } from '../../core/ports/sandbox';
import { atOnce } from '../../core/at-once';
import {
  cellProcesses,
  killContainer,
  type CellProcesses,
  type CellSearch,
} from './cell-processes';
import { isAlive, type ProcessFacts } from './process-table';
import { additionTask } from './text-programs';

export const chaosTargets = ['outer', 'Z', 'P', 'host', 'daemon'] as const;
export type ChaosTarget = (typeof chaosTargets)[number];

/** How a daemon is taken away and brought back, for the target `daemon`. */
export interface DaemonCommands {
  readonly stop: string;
  readonly start: string;
}

export interface ChaosOptions {
  readonly sandbox: Sandbox;
  readonly search: CellSearch;
  readonly workers: number;
  readonly programs: number;
  readonly daemon?: DaemonCommands | undefined;
}

/** What became of one batch during which something was killed. */
export interface ChaosResult {
  readonly target: ChaosTarget;
  readonly killed: string;
  readonly programs: number;
  readonly answered: number;
  readonly wrong: readonly string[];
  /** Answers that were errors of the sandbox, and so asked for again. */
  readonly asked: number;
  /** From the kill until a caller was told; null: nobody was. */
  readonly noticedMs: number | null;
  /** From the kill until the last process of that cell was gone; null: some are left. */
  readonly goneMs: number | null;
  readonly faults: readonly string[];
}

const mostTries = 60;
/** The end of a pipe is told at once; a Docker engine first cleans up after the container, then closes its stream. */
const longestNoticeMs = { bubblewrap: 100, docker: 250 } as const;
const longestGoneMs = 1_000;

/** Each program has an answer of its own, every third a wrong one. */
function taskOf(index: number): {
  readonly right: boolean;
  readonly task: ReturnType<typeof additionTask>;
} {
  const right = index % 3 !== 0;
  const addition = right ? 'adds_late' : 'misses_late';
  return { right, task: additionTask(addition, `assert add(${index}, 1) == ${index + 1}`) };
}

class Batch {
  readonly answers = new Map<number, string[]>();
  errorsAt: number[] = [];
  private readonly stop = new AbortController();

  constructor(private readonly options: ChaosOptions) {}

  async run(): Promise<void> {
    const { programs, workers } = this.options;
    const numbers = Array.from({ length: programs }, (_, index) => index);
    await atOnce(numbers, workers, (index) => this.answer(index));
  }

  private async answer(index: number): Promise<void> {
    const { task } = taskOf(index);
    for (let tries = 1; ; tries += 1) {
      try {
        const { outcomes } = await this.options.sandbox.check(task, { signal: this.stop.signal });
        const kinds = this.answers.get(index) ?? [];
        this.answers.set(index, [...kinds, ...outcomes.map(({ kind }) => kind)]);
        return;
      } catch (error) {
        this.errorsAt.push(performance.now());
        const again = error instanceof EspalierError && error.fate === 'retryable';
        if (!again || tries >= mostTries) throw error;
        if (error.retryAfterMs !== undefined) await sleep(error.retryAfterMs);
      }
    }
  }
}

/** A cell that runs a program now. */
async function busyCell(search: CellSearch): Promise<CellProcesses> {
  const until = Date.now() + 20_000;
  for (;;) {
    const cells = await cellProcesses(search);
    const busy = cells.find(({ boxes }) => boxes.length > 0);
    if (busy !== undefined) return busy;
    if (Date.now() > until) throw new Error('no cell was seen at work within 20 s');
    await sleep(2);
  }
}

function allOf(cell: CellProcesses): readonly ProcessFacts[] {
  const { host, protocol, outer, zygote, boxes } = cell;
  return [...(host === null ? [] : [host]), protocol, outer, zygote, ...boxes];
}

function shell(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', command], { timeout: 120_000 }, (error) =>
      error === null ? resolve() : reject(new Error(`${command}: ${error.message}`)),
    );
  });
}

async function kill(
  target: ChaosTarget,
  cell: CellProcesses,
  options: ChaosOptions,
): Promise<string> {
  const { outer, zygote, protocol, host, container } = cell;
  if (target === 'daemon') {
    const { daemon } = options;
    if (daemon === undefined) throw new Error('no commands for the daemon');
    await shell(daemon.stop);
    void sleep(2_000)
      .then(() => shell(daemon.start))
      .catch(() => undefined);
    return 'the daemon';
  }
  if (target === 'host' && host === null && container !== null) {
    await killContainer(options.search, container);
    return cell.name;
  }
  const victim = { outer, Z: zygote, P: protocol, host: host ?? protocol }[target];
  process.kill(victim.pid, 'SIGKILL');
  return `process ${victim.pid} of ${cell.name}`;
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

function wrongAnswers({ answers }: Batch, programs: number): readonly string[] {
  return Array.from({ length: programs }, (_, index) => index).flatMap((index) => {
    const kinds = answers.get(index) ?? [];
    const due = taskOf(index).right ? 'passed' : 'failed';
    if (kinds.length === 1 && kinds[0] === due) return [];
    return [
      `program ${index}: ${kinds.length === 0 ? 'no answer' : kinds.join(', ')}, due is ${due}`,
    ];
  });
}

/** What is wrong with a batch; a daemon's end is noticed when its streams close, however long that takes. */
export function chaosFaults(
  result: Omit<ChaosResult, 'faults'>,
  provider: CellSearch['provider'],
): readonly string[] {
  const { target, wrong, noticedMs, goneMs } = result;
  const longestMs = longestNoticeMs[provider];
  const patient = target === 'daemon';
  return [
    ...wrong,
    ...(noticedMs === null && !patient ? ['nobody was told of the end'] : []),
    ...(noticedMs !== null && noticedMs > longestMs && !patient
      ? [`the caller was told after ${noticedMs.toFixed(0)} ms`]
      : []),
    ...(goneMs === null ? ['processes of the killed cell are left'] : []),
    ...(goneMs !== null && goneMs > longestGoneMs && !patient
      ? [`the cell was gone after ${goneMs.toFixed(0)} ms only`]
      : []),
  ];
}

/** Runs a batch and kills `target` in a cell at work. Everything has to be answered once, and rightly. */
export async function runChaos(target: ChaosTarget, options: ChaosOptions): Promise<ChaosResult> {
  const { programs, search } = options;
  const batch = new Batch(options);
  const running = batch.run();
  // Looked at below; an early end must not be an unhandled one meanwhile.
  running.catch(() => undefined);
  const cell = await busyCell(search);
  const victims = allOf(cell);
  const from = performance.now();
  const killed = await kill(target, cell, options);
  // What a daemon leaves, it removes when it is back.
  const mostMs = target === 'daemon' ? 60_000 : 5 * longestGoneMs;
  const goneMs = await goneAfter(victims, { from, mostMs });
  let failure: string | null = null;
  try {
    await running;
  } catch (error) {
    failure = (error as Error).message;
  }
  const told = batch.errorsAt.find((at) => at >= from);
  const result = {
    target,
    killed,
    programs,
    answered: batch.answers.size,
    wrong: [...(failure === null ? [] : [failure]), ...wrongAnswers(batch, programs)],
    asked: batch.errorsAt.length,
    noticedMs: told === undefined ? null : told - from,
    goneMs,
  };
  return { ...result, faults: chaosFaults(result, search.provider) };
}
