import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { GridPoint, GridPointTally } from '../../core/simulation/grid-point';
import { openSimulation } from './open-simulation';
import type { SimulationJob, SimulationPlace } from './open-simulation';

export interface SimulationAsked {
  readonly place: SimulationPlace;
  readonly points: readonly GridPoint[];
  readonly seeds: readonly number[];
  /** Default: as many as there are cores. */
  readonly threads?: number;
  readonly signal: AbortSignal;
  /** Told after each seed of a method. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Compiled sources alone have it: a thread knows no other. */
const threadFile = join(__dirname, 'simulation-thread.js');

/** By grid point, in the order of the seeds, whatever the number of threads; without a compiled file for threads, in this one. */
export async function runSimulation(
  asked: SimulationAsked,
): Promise<readonly (readonly GridPointTally[])[]> {
  const { points, seeds } = asked;
  const methods = [...new Set(points.map(({ method }) => method))];
  const jobs = seeds.flatMap((seed) =>
    methods.map((method): SimulationJob => ({
      seed,
      points: points.filter((point) => point.method === method),
    })),
  );
  const threads = Math.min(jobs.length, asked.threads ?? availableParallelism());
  const results =
    threads > 1 && existsSync(threadFile)
      ? await onThreads(asked, jobs, threads)
      : await here(asked, jobs);
  const tallies = new Map<GridPoint, GridPointTally[]>(points.map((point) => [point, []]));
  for (const [index, job] of jobs.entries()) {
    for (const [place, point] of job.points.entries()) {
      const tally = results[index]?.[place];
      if (tally !== undefined) tallies.get(point)?.push(tally);
    }
  }
  return points.map((point) => tallies.get(point) ?? []);
}

type JobResults = readonly (readonly GridPointTally[])[];

async function here(
  { place, signal, onProgress }: SimulationAsked,
  jobs: readonly SimulationJob[],
): Promise<JobResults> {
  const doJob = await openSimulation(place);
  const results: (readonly GridPointTally[])[] = [];
  for (const job of jobs) {
    // A signal that has come is heard between two jobs.
    await new Promise(setImmediate);
    signal.throwIfAborted();
    results.push(doJob(job));
    onProgress(results.length, jobs.length);
  }
  return results;
}

async function onThreads(
  { place, signal, onProgress }: SimulationAsked,
  jobs: readonly SimulationJob[],
  count: number,
): Promise<JobResults> {
  const results: (readonly GridPointTally[])[] = [];
  const waiting = jobs.entries();
  let done = 0;
  const workers = Array.from(
    { length: count },
    () => new Worker(threadFile, { workerData: place }),
  );
  const stop = (): void => {
    for (const worker of workers) void worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            let current: number | null = null;
            worker.on('message', (message: readonly GridPointTally[] | 'ready') => {
              if (message !== 'ready' && current !== null) {
                results[current] = message;
                done += 1;
                onProgress(done, jobs.length);
              }
              const next = waiting.next();
              if (next.done === true) {
                resolve();
                return;
              }
              const [index, job] = next.value;
              current = index;
              worker.postMessage(job);
            });
            worker.once('error', reject);
            worker.once('exit', () => {
              reject(signal.aborted ? (signal.reason as Error) : new Error('a thread ended early'));
            });
          }),
      ),
    );
    return results;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
