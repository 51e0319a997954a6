import { connectEngine } from '../client';
import type { EngineClient, EngineConnection, EngineTarget } from '../client';
import { NotReadyError } from '../core/errors';
import type { ModelConfig } from '../core/schemas/run';
import type { CommandContext } from './command-context';
import { ensureLocalEngine } from './local-engine';
import { ensureModelServer } from './own-model-server';
import { ensureWorker } from './own-worker';

/** The engine, worker and model server that a run needs, up and found. */
export interface Services {
  readonly target: EngineTarget;
  readonly client: () => Promise<EngineConnection>;
  /** Starts again what has died, saying so. @throws NotReadyError after too many times. */
  readonly revive: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A foreground command restarts a dead process so often; then something is wrong that a person must see. */
const mostRevivals = 5;
const lookEveryMs = 1000;

/**
 * Starts what is not running yet, in the order it is needed.
 * @throws NotReadyError naming what did not start and why.
 */
export async function ensureServices(
  context: CommandContext,
  model: ModelConfig,
): Promise<Services> {
  const target = await ensureAll(context, model, () => undefined);
  let connection: Promise<EngineClient> | null = null;
  let revivals = 0;
  let lookedAt = Date.now();
  return {
    target,
    client: async () => {
      connection ??= connectEngine(target);
      try {
        return (await connection).client;
      } catch (error) {
        connection = null;
        throw error;
      }
    },
    revive: async () => {
      if (Date.now() - lookedAt < lookEveryMs) return;
      await ensureAll(context, model, (what) => {
        revivals += 1;
        context.output.note(`${what} had died and was started again`);
        if (revivals > mostRevivals) throw tooManyRevivals(what, context.folder.logs);
      });
      lookedAt = Date.now();
    },
    close: async () => {
      if (connection !== null) await (await connection).close();
    },
  };
}

async function ensureAll(
  context: CommandContext,
  model: ModelConfig,
  onStarted: (what: string) => void,
): Promise<EngineTarget> {
  const engine = await ensureLocalEngine(context);
  if (engine.started) onStarted('the engine');
  if (model.kind !== 'endpoint' && (await ensureModelServer(context, model)) === 'started') {
    onStarted('the model server');
  }
  const worker = await ensureWorker(context, engine.target, model.kind === 'endpoint');
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
