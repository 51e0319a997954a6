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

/** Limit of processor time of each of three suites. Traces from before the limit count. */
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
  /** Tests that waited too long, and processes that a signal ended: a busy machine may have caused either. */
  stopped: z.int().nonnegative(),
  ended: z.string(),
  seconds: z.number(),
});

export const StoredTraces = z.strictObject({
  /** sha256 of the stored inputs (stored-traces.ts). */
  traces: z.string(),
  suites: z.array(Suite),
  /** How the job ended, if it ended early. */
  cut: z.string().nullable(),
});
export type StoredTraces = z.infer<typeof StoredTraces>;

export interface TracesOf {
  readonly attempt: AttemptKey;
  readonly environment: string;
  readonly place: RepositoryPlace;
}

/** The results that `captureTraces` stored for an attempt. null: it was not called. */
export async function tracesOf(
  environments: Pick<EnvironmentStore, 'findStep'>,
  of: TracesOf,
): Promise<StoredTraces | null> {
  return StoredTraces.safeParse(await environments.findStep(attemptKey(of))).data ?? null;
}

/**
 * Runs the repository's tests and stores the calls of its functions. Failing tests are not errors. @returns null if no
 * generator needs traces @throws the errors of a cell
 */
export async function captureTraces(
  parts: RepositoryParts,
  { attempt, environment }: Omit<TracesOf, 'place'>,
  { signal }: Pick<DurableContext, 'signal'>,
): Promise<StoredTraces | null> {
  const { environments } = parts.store;
  const config = (await parts.contexts.configOf(attempt.run, 'environment')).environment;
  // Hypothesis and models need no traces. Transplants need the tests that call a function.
  if (!config.generators.some((one) => one === 'traces' || one === 'transplant')) return null;
  const place = await parts.place();
  const before = await tracesOf(environments, { attempt, environment, place });
  if (before !== null) return before;
  const key = stepKey('traces', { environment, place, clock: caseClock });
  let stored = StoredTraces.safeParse(await environments.findStep(key)).data;
  if (stored === undefined) {
    stored = await runTests(parts, environment, signal);
    // A result that a busy machine cut off counts only for this attempt: a job, a suite without time left, or a test.
    if (isWhole(stored)) await environments.saveStep(key, stored);
  }
  await environments.saveStep(attemptKey({ attempt, environment, place }), stored);
  return stored;
}

/** `start-failed` without a time limit: there is nothing to run, or the tests cannot start. Neither is for lack of time. */
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
  // All traces are kept: constructors and other functions provide values for the functions that get harnesses.
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
