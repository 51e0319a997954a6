import { z } from 'zod';

import { attemptPlace } from '../../../core/durable/attempt-place';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobLimits, JobRecord, RepositoryPlace } from '../../../core/adapters/repository';
import type { EnvironmentStore } from '../../../core/ports/environment';
import type { BlobStore } from '../../../core/ports/records';
import { caseClock } from '../../../core/repository/run-terms';
import type { RepositoryNote } from '../../../core/schemas/environment-built';
import type { DurableContext } from '../../work/durable';
import { environmentRoots, environmentShape, openEnvironment } from '../open-environment';
import { loadTraces, readTraces, saveTraces } from '../stored-traces';
import { knownEnvironment } from './known-environment';
import type { RepositoryParts } from './repository-parts';
import { endWords } from './run-repository-job';
import { stepKey } from './step-key';

/** Of the processor's time, of each of three suites; what was told before it ran out counts. */
const suiteSeconds = 200;
const suites = 3;
/** As `trace/supervise.py` waits for a suite, and for what stands around them. */
const waiting = 3;
const graceSeconds = 120;

const limits: JobLimits = {
  ...usualJobLimits,
  wallMs: (suites * suiteSeconds * waiting + graceSeconds) * 1_000,
  cpuMs: 2 * suites * suiteSeconds * 1_000,
  memoryMb: environmentShape.memoryMb,
  processes: 256,
  outputBytes: 512 * 1024 * 1024,
  diskMb: environmentShape.scratchMb,
  diskFiles: 100_000,
};

const Suite = z.object({
  suite: z.string(),
  tests: z.int().nonnegative(),
  passed: z.int().nonnegative(),
  /** What a busy machine may have ended: tests that waited too long, processes that a signal ended. */
  stopped: z.int().nonnegative(),
  ended: z.string(),
  seconds: z.number(),
});

/** What came of a repository's own tests. */
export const StoredTraces = z.strictObject({
  /** sha256 of the stored inputs (stored-traces.ts). */
  traces: z.string(),
  suites: z.array(Suite),
  /** How the job ended, where it was before its end. */
  cut: z.string().nullable(),
});
export type StoredTraces = z.infer<typeof StoredTraces>;

export interface TracesOf {
  readonly attempt: AttemptKey;
  readonly environment: string;
  readonly place: RepositoryPlace;
}

/** What an attempt's `captureTraces` has kept; null: it was not called. */
export async function tracesOf(
  environments: Pick<EnvironmentStore, 'findStep'>,
  of: TracesOf,
): Promise<StoredTraces | null> {
  return StoredTraces.safeParse(await environments.findStep(attemptKey(of))).data ?? null;
}

/**
 * Runs the repository's own tests, and keeps what its functions are called with. How the tests end is no trouble of
 * ours, and none of the repository's.
 * @returns null: no generator wants them
 * @throws what a cell throws
 */
export async function captureTraces(
  parts: RepositoryParts,
  { attempt, environment }: Omit<TracesOf, 'place'>,
  { signal }: Pick<DurableContext, 'signal'>,
): Promise<StoredTraces | null> {
  const { environments } = parts.store;
  const config = (await parts.contexts.configOf(attempt.run, 'environment')).environment;
  // Hypothesis and models do without; transplants are of the tests that were seen to call a function.
  if (!config.generators.some((one) => one === 'traces' || one === 'transplant')) return null;
  const place = await parts.place();
  const before = await tracesOf(environments, { attempt, environment, place });
  if (before !== null) return before;
  const key = stepKey('traces', { environment, place, clock: caseClock });
  let stored = StoredTraces.safeParse(await environments.findStep(key)).data;
  if (stored === undefined) {
    stored = await runTests(parts, environment, signal);
    // What a busy machine cut off is of this attempt alone: a job, a suite within it that had no time left, or a test.
    if (isWhole(stored)) await environments.saveStep(key, stored);
  }
  await environments.saveStep(attemptKey({ attempt, environment, place }), stored);
  return stored;
}

/** `start-failed`, of its own accord: there is nothing to run, or what there is cannot be; neither is for lack of time. */
function isWhole({ cut, suites }: StoredTraces): boolean {
  const whole = ['finished', 'start-failed'];
  return (
    cut === null && suites.every(({ ended, stopped }) => stopped === 0 && whole.includes(ended))
  );
}

/** What pages tell of them. */
export async function tracesNote(
  { blobs }: { readonly blobs: BlobStore },
  stored: StoredTraces | null,
): Promise<Pick<RepositoryNote, 'traces'>> {
  if (stored === null) return {};
  const { records } = await loadTraces(blobs, stored.traces);
  const suites = stored.suites.map(
    ({ suite, tests, passed }) => `${suite} (${String(passed)} of ${String(tests)} passed)`,
  );
  const functions = new Set(records.map(({ id }) => id)).size;
  return { traces: { suites, inputs: records.length, functions } };
}

function attemptKey({ attempt, ...of }: TracesOf): string {
  return stepKey('traces-of-attempt', { attempt: attemptPlace(attempt), ...of });
}

async function runTests(
  parts: RepositoryParts,
  environment: string,
  signal: AbortSignal,
): Promise<StoredTraces> {
  const { environments, blobs } = parts.store;
  const record = await knownEnvironment(environments, environment);
  // All of them: constructors and neighbours lend values to those that harnesses are built for.
  const definitions = await environments.definitions(environment);
  let [said, current]: [JobRecord[], number] = [[], 1];
  const cell = await openEnvironment({ ...parts, environments }, record, signal);
  try {
    const request = {
      roots: environmentRoots,
      definitions,
      clock: caseClock,
      limits: { perTest: 10, total: suiteSeconds, restarts: 10 },
    };
    const { end } = await cell.run(
      { module: 'trace_tests', request },
      {
        walls: 'wide',
        limits,
        signal,
        onRecord: (one, attempt) => {
          if (attempt !== current) [said, current] = [[], attempt];
          said.push(one);
        },
      },
    );
    const last = end.kind === 'finished' ? end.record : {};
    const suites = z.array(Suite).safeParse(last['suites']).data ?? [];
    const traces = await saveTraces(blobs, readTraces(said, last['tests']));
    return { traces, suites, cut: end.kind === 'finished' ? null : endWords(end) };
  } finally {
    await cell.close();
  }
}
