import type { EngineClient, EngineConnection, EngineTarget } from '../../client';
import type { ModelConfig } from '../../core/schemas/run';
import type { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { answerWithin } from '../answer-within';
import type { LabContext } from '../lab-context';
import { ensureLocalEngine, requireRemoteEngine } from './ensure-local-engine';
import { supervisorName } from './ensure-supervisor';
import type { WhenDifferent } from './ensure-worker';
import { createKeeper, diedStarting } from './keep-up';
import { sayStarting } from './say-starting';
import { servicesFor } from './services-for';
import type { Service } from './services-for';
import { clearStopped, requireNotStopped } from './stopped-by-hand';
import { workingBundle } from './worker-ready';

/** The engine, worker and model server that a run needs, up and found. */
export interface Services {
  readonly client: () => Promise<EngineConnection>;
  /** The workflow code of the worker that runs now. null: unknown. */
  readonly bundle: () => Promise<WorkflowBundle | null>;
  /** Asks the engine something. null: it does not answer within this time, or it answers with an error. */
  readonly ask: <T>(
    question: (client: EngineConnection) => Promise<T>,
    withinMs: number,
  ) => Promise<T | null>;
  /** Whether a supervisor also looks after the runs. */
  readonly supervised: boolean;
  /** Restarts dead services, with a note. @throws NotReadyError if one cannot start, or a person has stopped the services */
  readonly revive: () => Promise<void>;
  /** Closes our connection once each question is answered or given up. Services continue. Ending commands need no call. */
  readonly disconnect: () => Promise<void>;
}

/** Number of starts of a service whose own requirement dies meanwhile, before the error is reported. */
const mostStarts = 5;
const lookEveryMs = 1000;

/**
 * Starts the services that do not run yet, in the order in which they are needed.
 * @param whenDifferent what to do with a worker or model server that runs with other settings
 * @throws NotReadyError naming the service that did not start, and why
 */
export async function ensureServices(
  context: LabContext,
  model: ModelConfig,
  whenDifferent: WhenDifferent = 'restart',
): Promise<Services> {
  const { connectEngine } = await import('../../client/index.js');
  if (context.unattended === true) requireNotStopped(context.folder);
  else await clearStopped(context.folder);
  const services = servicesFor(context, [model], { whenDifferent, typed: true });
  // Two watchers with different settings must not replace the processes of each other again and again.
  const kept = servicesFor(context, [model], { whenDifferent: 'keep', typed: false });
  const keeper = createKeeper(context, {
    onTrouble: (error) => {
      throw error;
    },
  });
  const upAtFirst = async (starts = 1): Promise<EngineTarget> => {
    try {
      return await startAll(context, services);
    } catch (error) {
      // The error of a service that cannot start by itself is thrown. A service that lost a requirement is started again
      // together with it.
      if (!diedStarting(error) || starts >= mostStarts) throw error;
      const dead = await deadService(context, services);
      if (dead === null) throw error;
      context.note(`${error.message}: ${dead} has died meanwhile, and is started again`);
      return upAtFirst(starts + 1);
    }
  };
  const target = await upAtFirst();
  let connection: Promise<EngineClient> | null = null;
  const open = new Set<Promise<unknown>>();
  let lookedAt = performance.now();
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
    supervised: services.some(({ name }) => name === supervisorName),
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
      if (performance.now() - lookedAt < lookEveryMs) return;
      await keeper.look(kept);
      lookedAt = performance.now();
    },
    // If a connection is closed while a call waits for its next try, a timer throws.
    disconnect: async () => {
      await Promise.all(open);
      const connected = await connection;
      connection = null;
      await connected?.close();
    },
  };
}

/** A service that has died. null: all live. */
async function deadService(
  { folder }: LabContext,
  services: readonly Service[],
): Promise<string | null> {
  const { findProcess } = await import('../../processes/index.js');
  for (const { name } of services) {
    // The other services do not need it.
    if (name === supervisorName) continue;
    if ((await findProcess(folder, name)).kind === 'dead') return name;
  }
  return null;
}

async function startAll(context: LabContext, services: readonly Service[]): Promise<EngineTarget> {
  await requireRemoteEngine(context);
  for (const { name, announced, ensure } of services) {
    if (announced !== null) await sayStarting(context, name, announced);
    await ensure();
  }
  return (await ensureLocalEngine(context)).target;
}
