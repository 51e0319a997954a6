import { setTimeout as wait } from 'node:timers/promises';

import type { EngineConnection } from '../../client';
import { runTiming } from '../../config/run-timing';
import { EspalierError, NotReadyError } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { mayGoOn } from '../../core/supervision/may-go-on';
import { notBegun } from '../../core/work/not-begun';
import { queuePlan } from '../../core/durable/task-queues';
import { findRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { usualConcurrency } from '../planning/run-options';
import type { Services } from '../services/ensure-services';
import { codeText, isOtherCode } from './other-code';

export interface WorkToBegin {
  readonly services: Pick<Services, 'client' | 'bundle' | 'revive'>;
  readonly record: RunRecord;
  /** Number of items at the same time, if it was given now. null: the last value given. */
  readonly concurrency: number | null;
  /** Value if none was ever given. Default: `usualConcurrency`. */
  readonly usualConcurrency?: number;
  /** Searches: expansions of one problem at the same time. Absent: the last value given, or 1. */
  readonly parallel?: number | undefined;
  /** Why the work begins paused. null: it does not. Work under way is not changed. */
  readonly paused: string | null;
}

/** Maximum number of attempts. An engine that dies meanwhile is started again. */
const mostTries = 3;
/** Shortest time between two looks at the services. */
const againMs = 1_500;

/**
 * Starts the engine's work on a recorded run, and records the workflow code. Work of this code that the store knows and that
 * is under way is not changed. Any other work is ended first, with a note, and continues from the store. Only one command of
 * a state folder does this at a time, because two would end the work of each other.
 * @throws NotReadyError when the engine does not answer. The run is recorded, and the same command starts it later
 */
export async function beginWork(
  context: LabContext,
  store: Store,
  work: WorkToBegin,
): Promise<'attached' | 'begun'> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await beginOnce(context, store, work);
    } catch (error) {
      if (!isOfEngine(error)) throw error;
      if (tries === mostTries) throw couldNotBegin(error, work.record.id);
      context.note(`${error.message}: it is tried again`);
    }
    await wait(againMs);
    await work.services.revive();
  }
}

function isOfEngine(error: unknown): error is EspalierError {
  const codes = ['ENGINE_FAILED', 'ENGINE_UNREACHABLE'];
  return error instanceof EspalierError && codes.includes(error.code);
}

function couldNotBegin({ message, code }: EspalierError, run: string): NotReadyError {
  return new NotReadyError(
    message,
    `Run \`espalier doctor\`. The run is recorded: the same command, or \`espalier run resume ${run}\`, begins it`,
    { code },
  );
}

function beginOnce(
  context: LabContext,
  store: Store,
  work: WorkToBegin,
): Promise<'attached' | 'begun'> {
  return oneAtATime(context, async () => {
    const { services, record, paused } = work;
    const known = await requireWanted(context, store, record.id);
    const { status } = known;
    await endOtherWork(context, store, work, 'goes on with what is stored');
    if (await isWorkedOn(services, record.id)) return 'attached';
    // This comes before the start: a watcher must not see the end of earlier work, or workflows of unknown code. The run
    // must also not count as running earlier: if this process dies here, or finds no engine, the run must not block others.
    if (paused === null && status !== 'running')
      await store.runs.setRunStatus(record.id, 'paused', notBegun);
    const bundle = await services.bundle();
    if (bundle !== null) await store.runs.setRunBundle(record.id, bundle);
    // Values that were set during the preparation count, unless the request gives its own.
    const concurrency =
      work.concurrency ?? known.concurrency ?? work.usualConcurrency ?? usualConcurrency;
    const parallel = work.parallel ?? known.parallel ?? undefined;
    if (concurrency !== known.concurrency)
      await store.runs.setRunConcurrency(record.id, concurrency);
    if (work.parallel !== undefined) await store.runs.setRunParallel(record.id, work.parallel);
    const generation = await store.runs.beginGeneration(record.id);
    const client = await services.client();
    await workOn(context, client, { record, concurrency, parallel, paused, generation });
    await store.runs.runHasBegun(record.id);
    return 'begun';
  });
}

/** The present record. @throws NotReadyError (`NO_LONGER_WANTED`): unwatched, and a person has ended or paused the run */
async function requireWanted(
  { unattended = false }: Pick<LabContext, 'unattended'>,
  store: Store,
  run: string,
): Promise<RunRecord> {
  const record = await findRun(store, run);
  if (!unattended || mayGoOn(record)) return record;
  throw new NotReadyError(
    `run ${run} is ${record.status} by now`,
    `\`espalier run resume ${run}\` goes on with it`,
    { code: 'NO_LONGER_WANTED' },
  );
}

/** Runs a function while no other command of this state folder begins or ends work. */
export async function oneAtATime<T>(
  { folder }: Pick<LabContext, 'folder'>,
  body: () => Promise<T>,
): Promise<T> {
  const { withLock } = await import('../../processes/index.js');
  return withLock({ folder: folder.processes, name: 'work' }, body);
}

/**
 * Ends workflows of a run that other code started, or that the store does not know as its newest work because it was
 * restored or is another store. A note says so and, with `then`, what happens next. Finished items are in the store. If
 * somebody ended the workflow of the run itself, its items are ended too, because their generation may write nothing more.
 */
export async function endOtherWork(
  { note }: Pick<LabContext, 'note'>,
  store: Store,
  { services, record: { id } }: Pick<WorkToBegin, 'services' | 'record'>,
  then: string | null,
): Promise<void> {
  const { endWork, engineWork } = await import('../../client/index.js');
  const client = await services.client();
  const work = await engineWork(client, id);
  const worked = work?.state === 'running';
  // This is read only now: another command records its work before the work becomes visible.
  const { bundle = null, generation = null } = (await store.runs.run(id)) ?? {};
  const neverBegun = bundle === null && !worked;
  if (neverBegun) return;
  const working = await services.bundle();
  const end = async (said: string, why: string): Promise<void> => {
    const next = then === null ? '' : `, and ${codeText(working)} ${then}`;
    if (worked) note(`${said}: its workflows are ended${next}`);
    await endWork(client, id, `${why}${next}`);
  };
  if (isOtherCode(bundle, working)) {
    const said = `run ${id} was started by ${codeText(bundle)}`;
    return end(said, `they are not of ${codeText(working)}`);
  }
  if (!worked || work.generation !== generation) {
    const said = `run ${id} is worked on from another state than the store's, an earlier state or another one`;
    return end(said, 'they are not of the state of the store');
  }
}

/** Starts the engine's work on a recorded run, or attaches to the work under way. */
export async function workOn(
  { settings }: Pick<LabContext, 'settings'>,
  client: EngineConnection,
  {
    record,
    concurrency,
    parallel,
    paused,
    generation,
  }: Pick<WorkToBegin, 'record' | 'parallel' | 'paused'> & {
    readonly concurrency: number;
    readonly generation: string | null;
  },
): Promise<void> {
  const { startWork } = await import('../../client/index.js');
  const { id, config } = record;
  await startWork(client, {
    concurrency,
    paused,
    setting: {
      run: id,
      kind: config.kind,
      queues: queuePlan(settings.ESPALIER_QUEUES),
      labels: {
        method: config.method,
        dataset: config.dataset.name,
        model: config.model.name,
      },
      timing: runTiming(settings),
      ...(parallel === undefined ? {} : { parallel }),
      // Tests of a repository take longer than what is done at once may.
      testsAtOnce: settings.ESPALIER_QUEUES === 'single' && config.dataset.tasks !== 'patch',
      functionsOutlive: true,
      ...(config.dataset.tasks === 'patch' ? { beginning: 'building' } : {}),
      generation,
    },
  });
}

/** Whether the engine is working on a run now. */
export async function isWorkedOn(
  services: Pick<Services, 'client'>,
  run: string,
): Promise<boolean> {
  const { engineWork } = await import('../../client/index.js');
  return (await engineWork(await services.client(), run))?.state === 'running';
}
