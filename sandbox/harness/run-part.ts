import { usualJobLimits } from '../../core/adapters/repository';
import type {
  JobEnd,
  JobLimits,
  JobOptions,
  JobRecord,
  RepositoryCell,
} from '../../core/adapters/repository';
import type { HarnessRun, HarnessTask } from '../../core/adapters/sandbox';
import { caseClock, caseHashSeed, caseSeed } from '../../core/repository/run-terms';
import { errorWords } from '../../core/repository/compare/compare-errors';
import { errorOf, isObject } from '../../core/python-values/part-of';
import type { BoxLimits } from '../../core/schemas/verdict';

/** Importing a large package takes long, and is no doing of the candidate's. */
const importSeconds = 30;
/** What all cases of a part may take together, whatever each may (20 min). */
const mostMs = 20 * 60 * 1000;
/** The processes that start a case and watch it. */
const ownProcesses = 4;

type Part = HarnessTask['parts'][number];

export interface PartRun {
  readonly end: HarnessRun['end'];
  readonly records: readonly unknown[];
  readonly cpuMs: number;
  readonly timeSensitive: boolean;
}

/** A case that did not come to its end: whatever the others come to, this is no pass. */
class Stopped extends Error {}

/**
 * In an interpreter of their own. Ends with the first case that had to be ended.
 * @throws SandboxInfraError, SandboxCancelledError, SandboxClosedError
 */
export async function runPart(
  cell: RepositoryCell,
  { target, limits }: HarnessTask,
  { part, text }: { readonly part: Part | null; readonly text: string },
  signal?: AbortSignal,
): Promise<PartRun> {
  const harness = { ...target, target: target.id, ...(part ?? nothing) };
  let records: JobRecord[] = [];
  let attempts = 1;
  const onRecord = (record: JobRecord, attempt: number): void => {
    if (attempt > attempts) records = [];
    attempts = attempt;
    records.push(record);
    if (wasEnded(record)) throw new Stopped();
  };
  const request = {
    ...{ action: 'run', harness, overlay: { [target.module]: text } },
    roots: { project: '/srv/project', deps: '/srv/deps', tools: '/srv/tools' },
    ...{ seed: caseSeed, hashSeed: caseHashSeed, clock: caseClock, limits: caseLimits(limits) },
  };
  const options: JobOptions = {
    ...{ hashSeed: caseHashSeed, signal, onRecord },
    walls: 'strict',
    limits: jobLimits(limits, harness.cases.length),
  };
  try {
    const { end, cpuMs } = await cell.run({ module: 'run_cases', request }, options);
    const told = { end: endOf(end), records, cpuMs };
    return { ...told, timeSensitive: isTimeSensitive(told.end, records, limits) };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { end: { kind: 'ran' }, records, cpuMs: limits.cpuMs, timeSensitive: true };
  }
}

/** Of a task without cases. */
const nothing: Part = { source: '', cases: [], blobs: {} };

function caseLimits({ cpuMs, wallMs, memoryMb, outputBytes }: BoxLimits): object {
  const seconds = { wallSeconds: wallMs / 1000, cpuSeconds: Math.ceil(cpuMs / 1000) };
  return { importSeconds, ...seconds, memoryMb, outputBytes };
}

function jobLimits(
  { cpuMs, wallMs, memoryMb, processes, diskMb }: BoxLimits,
  cases: number,
): JobLimits {
  const importMs = 2 * importSeconds * 1000;
  return {
    ...usualJobLimits,
    wallMs: Math.min(mostMs, importMs + (cases + 1) * wallMs),
    cpuMs: Math.min(mostMs, importMs + (cases + 1) * cpuMs),
    processes: processes + ownProcesses,
    ...{ memoryMb, diskMb },
  };
}

function wasEnded({ end }: JobRecord): boolean {
  const kind = isObject(end) ? end['kind'] : undefined;
  return kind === 'timed-out' || kind === 'killed';
}

function endOf(end: JobEnd): HarnessRun['end'] {
  switch (end.kind) {
    case 'finished':
      return importEnd(end.record);
    case 'raised':
    case 'exited':
      // Our own code between the cases raises nothing by itself: the program has come between.
      return { kind: 'exited-early' };
    case 'timed-out':
    case 'memory-limit':
    case 'output-limit':
    case 'killed-by-signal':
      return { kind: end.kind };
  }
}

const importEnds = {
  'timed-out': 'timed-out',
  exited: 'exited-early',
  killed: 'killed-by-signal',
} as const;

function importEnd(record: JobRecord): HarnessRun['end'] {
  const told = isObject(record['import']) ? record['import'] : {};
  if (told['ok'] === true) return { kind: 'ran' };
  const kind = told['kind'];
  if (typeof kind === 'string' && Object.hasOwn(importEnds, kind)) {
    return { kind: importEnds[kind as keyof typeof importEnds] };
  }
  const error = errorOf(told['error']);
  return {
    kind: 'raised',
    error: error === null ? 'It could not be imported.' : errorWords(error),
  };
}

function isTimeSensitive(
  end: HarnessRun['end'],
  records: readonly JobRecord[],
  { cpuMs }: BoxLimits,
): boolean {
  return end.kind === 'timed-out' || records.some((record) => secondsOf(record) * 2_000 >= cpuMs);
}

/** As the run measured it, or the program said: a remark, no verdict. */
function secondsOf({ feedback }: JobRecord): number {
  const seconds = isObject(feedback) ? feedback['seconds'] : undefined;
  return typeof seconds === 'number' ? seconds : 0;
}
