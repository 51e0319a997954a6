import type { EngineClient, EngineConnection, EngineTarget } from '../../client';
import { modelServerName } from '../../config/own-model-server';
import { EspalierError, NotReadyError } from '../../core/errors';
import type { ModelConfig } from '../../core/schemas/run';
import type { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { answerWithin } from '../answer-within';
import type { LabContext } from '../lab-context';
import { ensureLocalEngine } from './ensure-local-engine';
import { ensureModelServer } from './ensure-model-server';
import { ensureWorker } from './ensure-worker';
import type { WhenDifferent } from './ensure-worker';
import { sayStarting } from './say-starting';
import { clearStopped, requireNotStopped } from './stopped-by-hand';
import { workerName, workingBundle } from './worker-ready';

/** The engine, worker and model server that a run needs, up and found. */
export interface Services {
  readonly client: () => Promise<EngineConnection>;
  /** The workflow code that works on runs now; null: it is not told. */
  readonly bundle: () => Promise<WorkflowBundle | null>;
  /** Asks the engine something; null when it does not answer within so many ms, or not well. */
  readonly ask: <T>(
    question: (client: EngineConnection) => Promise<T>,
    withinMs: number,
  ) => Promise<T | null>;
  /** Starts again what has died, saying so. @throws NotReadyError after too many times, and when a person has stopped it. */
  readonly revive: () => Promise<void>;
  /** Ends our connection once every question is answered or given up; the services go on. A command that ends need not. */
  readonly disconnect: () => Promise<void>;
}

/** A foreground command restarts a dead process so often; then something is wrong that a person must see. */
const mostRevivals = 5;
const lookEveryMs = 1000;

interface EnsureOptions {
  /** Say what is going to be started. */
  readonly announces: boolean;
  readonly whenDifferent: WhenDifferent;
  readonly onStarted: (what: string) => void;
}

/**
 * Starts what is not running yet, in the order it is needed.
 * @param whenDifferent what to do with a worker or model server that runs with other settings than ours
 * @throws NotReadyError naming what did not start and why.
 */
export async function ensureServices(
  context: LabContext,
  model: ModelConfig,
  whenDifferent: WhenDifferent = 'restart',
): Promise<Services> {
  const { connectEngine } = await import('../../client/index.js');
  await clearStopped(context.folder);
  let revivals = 0;
  const upAtFirst = async (): Promise<EngineTarget> => {
    try {
      const onStarted = (): void => undefined;
      return await ensureAll(context, model, { announces: true, whenDifferent, onStarted });
    } catch (error) {
      // What cannot start alone is told; what lost under its hands what it needs is started again with that.
      if (!diedStarting(error) || revivals >= mostRevivals) throw error;
      const dead = await deadService(context, model);
      if (dead === null) throw error;
      revivals += 1;
      context.note(`${dead} has died meanwhile`);
      return upAtFirst();
    }
  };
  const target = await upAtFirst();
  let connection: Promise<EngineClient> | null = null;
  const open = new Set<Promise<unknown>>();
  let lookedAt = Date.now();
  const client = async (): Promise<EngineConnection> => {
    connection ??= connectEngine(target);
    try {
      return (await connection).client;
    } catch (error) {
      connection = null;
      throw error;
    }
  };
  return {
    client,
    bundle: () => workingBundle(context.folder),
    ask: (question, withinMs) => {
      const answer = client()
        .then(question)
        .catch(() => null);
      open.add(answer);
      void answer.then(() => open.delete(answer));
      return answerWithin(answer, withinMs);
    },
    revive: async () => {
      requireNotStopped(context.folder);
      if (Date.now() - lookedAt < lookEveryMs) return;
      const onStarted = (what: string): void => {
        // It was being stopped just then, and is stopped again.
        requireNotStopped(context.folder);
        revivals += 1;
        context.note(`${what} had died and was started again`);
      };
      if (revivals >= mostRevivals) {
        const dead = await deadService(context, model);
        if (dead !== null) throw tooManyRevivals(dead, context.folder.logs);
      }
      // Two people who watch with different settings must not replace each other's processes for ever.
      try {
        await ensureAll(context, model, { announces: false, whenDifferent: 'keep', onStarted });
      } catch (error) {
        if (!diedStarting(error) || revivals >= mostRevivals) throw error;
        // Killed while it was being started: one death more, and the next look starts it again.
        revivals += 1;
        context.note(error.message);
      }
      lookedAt = Date.now();
    },
    // Closing a connection under a call that waits for its next try would throw from a timer.
    disconnect: async () => {
      await Promise.all(open);
      const connected = await connection;
      connection = null;
      await connected?.close();
    },
  };
}

function diedStarting(error: unknown): error is EspalierError {
  // What it needed may have been killed while it started: then it lives, and never answers.
  const codes = ['PROCESS_EXITED_EARLY', 'PROCESS_NOT_READY'];
  return error instanceof EspalierError && codes.includes(error.code);
}

function asksOwnServer({ offline = false }: LabContext, { kind }: ModelConfig): boolean {
  return !offline && (kind === 'simulated' || kind === 'recorded');
}

/** One of the processes that a run needs and that has died; null when all live. */
async function deadService(context: LabContext, model: ModelConfig): Promise<string | null> {
  const { findProcess } = await import('../../processes/index.js');
  const names = [
    'engine',
    workerName,
    ...(asksOwnServer(context, model) ? [modelServerName(model.logicalEndpoint)] : []),
  ];
  for (const name of names) {
    if ((await findProcess(context.folder, name)).kind === 'dead') return name;
  }
  return null;
}

async function ensureAll(
  context: LabContext,
  model: ModelConfig,
  { announces, whenDifferent, onStarted }: EnsureOptions,
): Promise<EngineTarget> {
  const announce = async (name: string, what: string): Promise<void> => {
    if (announces) await sayStarting(context, name, what);
  };
  const needsEndpoint = model.kind === 'endpoint' && context.offline !== true;
  if (context.settings.TEMPORAL_ADDRESS === undefined) {
    await announce('engine', 'the local Temporal server');
  }
  const engine = await ensureLocalEngine(context);
  if (engine.started) onStarted('the engine');
  if (asksOwnServer(context, model)) {
    await announce(modelServerName(model.logicalEndpoint), 'the model server');
    const server = await ensureModelServer(context, model, whenDifferent);
    if (server === 'started') onStarted('the model server');
  }
  await announce(workerName, 'a worker');
  const worker = await ensureWorker(context, engine.target, {
    needsEndpoint,
    whenDifferent,
    announces,
  });
  if (worker === 'started') onStarted('the worker');
  return engine.target;
}

function tooManyRevivals(what: string, logs: string): NotReadyError {
  return new NotReadyError(
    `${what} died again after ${String(mostRevivals)} restarts`,
    `See the logs in ${logs}; then \`espalier run resume RUN\` goes on`,
    { code: 'SERVICE_KEEPS_DYING' },
  );
}
