import { modelServerName } from '../../config/own-model-server';
import type { ModelConfig } from '../../core/schemas/run';
import type { LabContext } from '../lab-context';
import { ensureLocalEngine } from './ensure-local-engine';
import { ensureModelServer } from './ensure-model-server';
import { ensureSupervisor, supervisorName } from './ensure-supervisor';
import { ensureWorker } from './ensure-worker';
import type { WhenDifferent, WorkerNeeds } from './ensure-worker';
import { workerName } from './worker-ready';

/** A process of this state folder that runs need. */
export interface Service {
  readonly name: string;
  readonly what: string;
  /** Name in the note before its start. null: no note. */
  readonly announced: string | null;
  /** Starts it, or finds it. */
  readonly ensure: () => Promise<'started' | 'found'>;
}

/**
 * The services that runs on these models need, in order of dependence.
 * @param manner.whenDifferent what to do with a worker or model server that runs with other settings
 * @param manner.typed whether a person has just typed the command
 */
export function servicesFor(
  context: LabContext,
  models: readonly ModelConfig[],
  { whenDifferent, typed }: Omit<WorkerNeeds, 'needsEndpoint'>,
): readonly Service[] {
  const { settings, offline = false, unattended = false } = context;
  const needsEndpoint = !offline && models.some(({ kind }) => kind === 'endpoint');
  const engine: Service = {
    name: 'engine',
    what: 'the engine',
    announced: 'the local Temporal server',
    ensure: async () => ((await ensureLocalEngine(context)).started ? 'started' : 'found'),
  };
  const worker: Service = {
    name: workerName,
    what: 'the worker',
    announced: 'a worker',
    ensure: async () => {
      const { target } = await ensureLocalEngine(context);
      return ensureWorker(context, target, { needsEndpoint, whenDifferent, typed });
    },
  };
  const supervisor: Service = {
    name: supervisorName,
    what: 'the supervisor',
    announced: null,
    ensure: () => ensureSupervisor(context, { needsEndpoint }),
  };
  return [
    ...(settings.TEMPORAL_ADDRESS === undefined ? [engine] : []),
    ...modelServers(context, models, whenDifferent),
    worker,
    // A rerun watches its own services, and a supervisor is not one of its own services.
    ...(offline || unattended ? [] : [supervisor]),
  ];
}

function modelServers(
  context: LabContext,
  models: readonly ModelConfig[],
  whenDifferent: WhenDifferent,
): readonly Service[] {
  if (context.offline === true) return [];
  const own = models.filter(({ kind }) => kind === 'simulated' || kind === 'recorded');
  const byName = new Map(own.map((model) => [modelServerName(model.logicalEndpoint), model]));
  return [...byName].map(([name, model]) => ({
    name,
    what: 'the model server',
    announced: 'the model server',
    ensure: () => ensureModelServer(context, model, whenDifferent),
  }));
}
