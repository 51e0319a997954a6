import { randomUUID } from 'node:crypto';

import { digestAttempt } from '../../core/metrics/attempt-digest';
import { digestCalls } from '../../core/metrics/call-figures';
import { callsByAttempt, placeKey } from '../../core/metrics/calls-by-attempt';
import { callThatTells } from '../../core/metrics/failure';
import type { LastReply } from '../../core/metrics/failure-reason';
import { digestSums, noSums, runSums } from '../../core/metrics/run-sums';
import { isNotBegun } from '../../core/work/not-begun';
import type {
  AttemptDigest,
  AttemptKey,
  AttemptRecord,
  CallRecord,
  ExecutionCache,
  ProblemStore,
  RunRecord,
  RunStore,
  Store,
} from '../../core/ports/records';
import type { ModelAnswer } from '../../core/schemas/model';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { AttemptSteering } from '../../core/schemas/run';
import type { ShownTests } from '../../core/schemas/shown-tests';
import type { CheckResult } from '../../core/schemas/verdict';
import { attemptCount } from '../../core/work/planned-attempts';
import { WorkSupersededError } from '../../store';
import { createMemoryBlobs } from './memory-blobs';
import { createMemoryCalls } from './memory-calls';
import { createMemoryDialogues } from './memory-dialogues';
import { createMemoryEndpointNotes } from './memory-endpoint-notes';
import { createMemoryEnvironments } from './memory-environments';

export interface MemoryStoreOptions {
  /** ms; default: a clock that stands at 0. */
  readonly now?: () => number;
}

/** A whole store in memory that keeps the promises of the ports. What was never written fails loudly when asked for. */
export function createMemoryStore({ now = () => 0 }: MemoryStoreOptions = {}): Store {
  const attempts = new Map<string, AttemptRecord>();
  const calls = createMemoryCalls({
    now,
    positionOf: (key) => attempts.get(nameOf(key))?.position ?? Number.POSITIVE_INFINITY,
  });
  const runs = createRuns(now, attempts);
  const pages = createPages(runs, calls.records);
  const digests = createDigests(pages, calls.records);
  return {
    blobs: createMemoryBlobs(),
    problems: createProblems(),
    executions: createExecutions(),
    journal: calls.journal,
    runs: { ...runs, ...calls.records, pages, digests, sums: createSums(digests) },
    dialogues: createMemoryDialogues(now),
    environments: createMemoryEnvironments(),
    endpoints: createMemoryEndpointNotes(),
    batches: noBatches,
    close: async () => undefined,
  };
}

/** No run here asks through a batch API. */
const noBatches: Store['batches'] = {
  take: () => Promise.reject(new Error('no batches are kept in memory')),
  renew: async () => true,
  leave: async () => undefined,
  ofWindow: async () => [],
  ofRun: async () => [],
  reserve: () => Promise.reject(new Error('no batches are kept in memory')),
  change: () => Promise.reject(new Error('no batches are kept in memory')),
};

function nameOf({ run, problem, sample }: AttemptKey): string {
  return JSON.stringify([run, problem, sample]);
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`nothing stored as ${name}`);
  return value;
}

function createProblems(): ProblemStore {
  const rows = new Map<string, DatasetProblem>();
  const find = (dataset: string, id: string): DatasetProblem =>
    known(rows.get(JSON.stringify([dataset, id])), `problem ${id} of ${dataset}`);
  return {
    save: async (dataset, saved) => {
      for (const row of saved) rows.set(JSON.stringify([dataset, row.problem.id]), row);
    },
    problem: async (dataset, id) => find(dataset, id).problem,
    hidden: async (dataset, id) => find(dataset, id).hidden,
  };
}

function createExecutions(): ExecutionCache {
  const results = new Map<string, CheckResult>();
  return {
    find: async (key) => results.get(key) ?? null,
    save: async (key, result) => {
      results.set(key, result);
    },
  };
}

type RunPart = Omit<
  RunStore,
  'calls' | 'callTotals' | 'callInFull' | 'paidDuplicates' | 'pages' | 'digests' | 'sums'
>;

/** Two attempts at a time, so that whoever reads pages meets several. */
function createPages(
  { attempts }: Pick<RunStore, 'attempts'>,
  { calls }: Pick<RunStore, 'calls'>,
): RunStore['pages'] {
  return async function* (run) {
    const all = await attempts(run);
    const open = new Set(await calls(run));
    for (let from = 0; from < all.length; from += 2) {
      const page = all.slice(from, from + 2);
      const own = [...open].filter((call) =>
        page.some(({ problem, sample }) => problem === call.problem && sample === call.sample),
      );
      for (const call of own) open.delete(call);
      yield { attempts: page, calls: own };
    }
    yield { attempts: [], calls: [...open] };
  };
}

function createSums(digests: RunStore['digests']): RunStore['sums'] {
  return async (run) => {
    const sums = runSums();
    for await (const page of digests(run)) {
      for (const digest of page.attempts) sums.add(digestSums(digest));
      if (page.unrecorded !== null) sums.add({ ...noSums, calls: page.unrecorded });
    }
    return sums.result();
  };
}

function createDigests(
  pages: RunStore['pages'],
  { callInFull }: Pick<RunStore, 'callInFull'>,
): RunStore['digests'] {
  const lastReply = async (call: CallRecord | null): Promise<LastReply | null> => {
    if (call === null) return null;
    const { text } = (await callInFull(call.identity))?.answer as ModelAnswer;
    return { call, text };
  };
  return async function* (run, callsOf) {
    for await (const page of pages(run)) {
      const calls = callsByAttempt(callsOf === undefined ? page.calls : callsOf(page));
      const digests: AttemptDigest[] = [];
      for (const attempt of page.attempts) {
        const own = calls.get(placeKey(attempt)) ?? [];
        const last = await lastReply(callThatTells(attempt, own));
        digests.push(digestAttempt(attempt, own, last));
      }
      const counted = page.attempts.length === 0 && callsOf === undefined ? page.calls : [];
      const unrecorded = counted.length === 0 ? null : digestCalls({ counted, speculative: [] });
      yield { attempts: digests, unrecorded };
    }
  };
}

function createRuns(now: () => number, attempts: Map<string, AttemptRecord>): RunPart {
  const runs = new Map<string, RunRecord>();
  const places = new Map<string, number>();
  return {
    createRun: async (id, config, waits) => {
      const record = runs.get(id) ?? {
        id,
        config,
        status: waits === undefined ? 'running' : 'paused',
        reason: waits ?? null,
        createdAtMs: now(),
        endedAtMs: null,
        bundle: null,
        movedTo: null,
        concurrency: null,
        parallel: null,
        generation: null,
      };
      runs.set(id, record);
      return record;
    },
    moveRun: async (id, movedTo) => {
      runs.set(id, { ...known(runs.get(id), `run ${id}`), movedTo });
    },
    movedTo: async (id) => runs.get(id)?.movedTo ?? null,
    runHasBegun: async (id) => {
      const record = known(runs.get(id), `run ${id}`);
      if (isNotBegun(record)) runs.set(id, { ...record, status: 'running', reason: null });
    },
    run: async (id) => runs.get(id) ?? null,
    runs: async () => [...runs.values()],
    unfinishedRuns: async () =>
      [...runs.values()].filter(({ status }) => status === 'running' || status === 'paused'),
    setRunStatus: async (id, status, reason, told) => {
      const { generation } = known(runs.get(id), `run ${id}`);
      if (told !== undefined) {
        if (told.generation !== generation || told.place <= (places.get(id) ?? 0)) return;
        places.set(id, told.place);
      }
      const hasEnded = status === 'completed' || status === 'cancelled';
      const endedAtMs = hasEnded ? now() : null;
      runs.set(id, { ...known(runs.get(id), `run ${id}`), status, reason, endedAtMs });
    },
    setRunBundle: async (id, bundle) => {
      runs.set(id, { ...known(runs.get(id), `run ${id}`), bundle });
    },
    setRunConcurrency: async (id, concurrency) => {
      runs.set(id, { ...known(runs.get(id), `run ${id}`), concurrency });
    },
    setRunParallel: async (id, parallel) => {
      runs.set(id, { ...known(runs.get(id), `run ${id}`), parallel });
    },
    beginGeneration: async (id) => {
      const generation = randomUUID();
      places.delete(id);
      runs.set(id, { ...known(runs.get(id), `run ${id}`), generation });
      return generation;
    },
    ...createShownTests(),
    ...createRemovals(),
    ...createAttempts(attempts, (id) => known(runs.get(id), `run ${id}`)),
  };
}

type ShownPart = Pick<RunStore, 'keepShownTests' | 'shownTests' | 'allShownTests'>;

function createShownTests(): ShownPart {
  const kept = new Map<string, Map<string, ShownTests>>();
  const of = (run: string) => kept.get(run) ?? new Map<string, ShownTests>();
  return {
    keepShownTests: async ({ run, problem }, shown) => {
      const first = of(run).get(problem) ?? shown;
      kept.set(run, new Map([...of(run), [problem, first]]));
      return first;
    },
    shownTests: async ({ run, problem }) => of(run).get(problem) ?? null,
    allShownTests: async (run) => of(run),
  };
}

type RemovalPart = Pick<RunStore, 'removeFromDataset' | 'returnToDataset' | 'datasetRemovals'>;

function createRemovals(): RemovalPart {
  const removed = new Map<string, ReadonlySet<string>>();
  const of = (run: string): ReadonlySet<string> => removed.get(run) ?? new Set();
  return {
    removeFromDataset: async (run, names) => {
      removed.set(run, new Set([...of(run), ...names]));
    },
    returnToDataset: async (run, names) => {
      removed.set(run, new Set([...of(run)].filter((name) => !names.includes(name))));
    },
    datasetRemovals: async (run) => [...of(run)].sort(),
  };
}

type AttemptPart = Omit<
  RunPart,
  | 'createRun'
  | 'runHasBegun'
  | 'moveRun'
  | 'movedTo'
  | 'run'
  | 'runs'
  | 'unfinishedRuns'
  | 'setRunStatus'
  | 'setRunBundle'
  | 'setRunConcurrency'
  | 'setRunParallel'
  | 'beginGeneration'
  | keyof ShownPart
  | keyof RemovalPart
>;

function createAttempts(
  attempts: Map<string, AttemptRecord>,
  runOf: (id: string) => RunRecord,
): AttemptPart {
  const steering = new Map<string, readonly AttemptSteering[]>();
  const find = (key: AttemptKey): AttemptRecord =>
    known(attempts.get(nameOf(key)), `attempt ${nameOf(key)}`);
  const begunBy = new Map<string, string | null>();
  const isNewest = ({ run, generation = null }: AttemptKey): boolean =>
    runOf(run).generation === generation;
  const requireNewest = (key: AttemptKey): void => {
    if (!isNewest(key)) throw new WorkSupersededError(nameOf(key), key.run);
  };
  const of = (run: string): readonly AttemptRecord[] =>
    [...attempts.values()]
      .filter((attempt) => attempt.run === run)
      .sort((left, right) => left.position - right.position);
  return {
    beginAttempt: async ({ run, problem, sample, generation = null }, position) => {
      const key = { run, problem, sample };
      requireNewest({ ...key, generation });
      const before = attempts.get(nameOf(key));
      if (before?.status === 'completed') return before;
      const isOwn = generation !== null && begunBy.get(nameOf(key)) === generation;
      if (before !== undefined && isOwn) return before;
      begunBy.set(nameOf(key), generation);
      const record = { ...key, position, status: 'running', result: null, waiting: null } as const;
      attempts.set(nameOf(key), record);
      return record;
    },
    finishAttempt: async (key, result) => {
      requireNewest(key);
      const before = find(key);
      // The first complete result stands.
      if (before.status === 'completed') return;
      begunBy.set(nameOf(key), key.generation ?? null);
      attempts.set(nameOf(key), { ...before, status: result.status, result, waiting: null });
    },
    recordAttempts: async (ended) => {
      for (const { run, problem, sample, generation, position, result } of ended) {
        const key = { run, problem, sample };
        requireNewest({ ...key, generation });
        if (attempts.get(nameOf(key))?.status === 'completed') continue;
        attempts.set(nameOf(key), {
          ...{ ...key, position, status: result.status, result },
          waiting: null,
        });
      }
    },
    setWaiting: async (key, why) => {
      const before = find(key);
      if (before.status !== 'running' || !isNewest(key)) return;
      attempts.set(nameOf(key), { ...before, waiting: why });
    },
    attempt: async (key) => attempts.get(nameOf(key)) ?? null,
    attempts: async (run, problem) =>
      of(run).filter((attempt) => attempt.problem === (problem ?? attempt.problem)),
    runningAttempts: async (run) => of(run).filter(({ status }) => status === 'running'),
    attemptStatuses: async (run, { from, to } = { from: 0, to: Infinity }) =>
      of(run)
        .filter(({ position }) => position >= from && position < to)
        .map(({ position, status }) => ({ position, status })),
    counts: async (run) => countsOf(runOf(run), of(run)),
    waitingAttempts: async (run) => {
      const reasons = of(run).flatMap(({ waiting }) => (waiting === null ? [] : [waiting]));
      const [why] = reasons;
      return why === undefined ? null : { count: reasons.length, why };
    },
    addSteering: async (key, entry) => {
      find(key);
      const before = steering.get(nameOf(key)) ?? [];
      const told = before.some((other) => JSON.stringify(other) === JSON.stringify(entry));
      if (!told) steering.set(nameOf(key), [...before, entry]);
    },
    steering: async (key) =>
      [...(steering.get(nameOf(key)) ?? [])].sort((left, right) => left.place - right.place),
  };
}

function countsOf({ config }: RunRecord, attempts: readonly AttemptRecord[]) {
  const count = (matches: (attempt: AttemptRecord) => boolean): number =>
    attempts.filter(matches).length;
  return {
    total: attemptCount(config),
    completed: count(({ status }) => status === 'completed'),
    solved: count(({ status, result }) => status === 'completed' && result?.solved === true),
    unscored: count(({ status }) => status === 'unscored'),
    cancelled: count(({ status }) => status === 'cancelled'),
  };
}
