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
  /** Items at a time, where that was said just now; null: as was said last. */
  readonly concurrency: number | null;
  /** Where nobody ever said it. Default: `usualConcurrency`. */
  readonly usualConcurrency?: number;
  /** Of searches: expansions of one problem at a time; absent: as was said last, or 1. */
  readonly parallel?: number | undefined;
  /** Why it is to begin paused; null: it is not. Work that is under way stays as it is. */
  readonly paused: string | null;
}

/** An engine that dies while work is begun is started again, and asked again, so often in all. */
const mostTries = 3;
/** Sooner the services are not looked at again. */
const againMs = 1_500;

/**
 * Has the engine work on a recorded run, and records which code does. Work of this code that the store knows and that is
 * under way is left as it is; any other is ended first, saying so, and goes on from the store. One command of a state folder at a time:
 * two that met would end each other's work.
 * @throws NotReadyError when the engine does not answer: the run is recorded, and the same again begins it
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
    // Before it starts: what is watched next must not find the end of an earlier life, nor workflows of unknown code. Nor may
    // it begin to count as running before: whoever dies here, or finds no engine, leaves a run that holds up no other.
    if (paused === null && status !== 'running')
      await store.runs.setRunStatus(record.id, 'paused', notBegun);
    const bundle = await services.bundle();
    if (bundle !== null) await store.runs.setRunBundle(record.id, bundle);
    // What was said while this was getting ready is what counts, where it says nothing itself.
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

/**
 * The record of a run as it is now.
 * @throws NotReadyError (`NO_LONGER_WANTED`) where nobody watches, and a person has ended or paused it meanwhile
 */
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

/** Runs a body while no other command of this state folder begins or ends work. */
export async function oneAtATime<T>(
  { folder }: Pick<LabContext, 'folder'>,
  body: () => Promise<T>,
): Promise<T> {
  const { withLock } = await import('../../processes/index.js');
  return withLock({ folder: folder.processes, name: 'work' }, body);
}

/**
 * Ends the workflows of a run that other code has started, or that the store does not know as its newest work (it was put
 * back to an earlier state, or is another one), saying so and, with `then`, what the code of now does with the run; what
 * they had finished is in the store. Of a run whose own workflow somebody has ended its items are ended, too: they are of a
 * generation that may write nothing any more.
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
  // Read only now: what another command has started meanwhile was recorded before it could be seen at work.
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

/** Has the engine work on a recorded run, or attaches to the work that is under way. */
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
      testsAtOnce: settings.ESPALIER_QUEUES === 'single',
      functionsOutlive: true,
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
