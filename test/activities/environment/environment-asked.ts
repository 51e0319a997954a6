import { AttemptContexts } from '../../../activities/work/attempt-contexts';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { ModelClient } from '../../../core/adapters/model';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { RunConfig } from '../../../core/schemas/run';
import type { OfKind } from '../../../core/kinds/of-kind';
import { createModelClient } from '../../../llm';
import { createMemoryStore } from '../../fakes/memory-store';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';

export type EnvironmentConfig = OfKind<RunConfig, 'environment'>;

export const attempt = { run: 'e', problem: 'o/shop', sample: 0 };

/** A run of kind environment that asks a model at this address. */
export function environmentConfig(
  model: Partial<EnvironmentConfig['model']> = {},
  environment: Partial<EnvironmentConfig['environment']> = {},
  changes: Partial<EnvironmentConfig> = {},
): EnvironmentConfig {
  return RunConfig.parse({
    kind: 'environment',
    method: 'build-environment',
    dataset: { name: 'environments', sha256: 'd'.repeat(64) },
    problems: [attempt.problem],
    model: { kind: 'endpoint', name: 'm', logicalEndpoint: 'http://model.test/v1', ...model },
    limits: { visible: hiddenLimit({ cpuSeconds: 2 }), hidden: hiddenLimit({ cpuSeconds: 2 }) },
    assurance: 'data',
    environment: {
      sources: { [attempt.problem]: { input: { kind: 'path', path: '/shop' } } },
      generators: ['model'],
      maxRounds: 3,
      disabledFilters: [],
      gates: { coverage: 0.8, mutation: 0.8 },
      indexUntil: '2026-01-01T00:00:00Z',
      docstrings: true,
      ...environment,
    },
    ...changes,
  }) as EnvironmentConfig;
}

/** Activities' dependencies over a store in memory and the real client at an address. */
export async function askingAt(
  {
    baseUrl,
    ownServer = false,
    timeoutMs = 30_000,
    sandbox,
  }: {
    readonly baseUrl: string;
    readonly ownServer?: boolean;
    readonly timeoutMs?: number;
    readonly sandbox?: Sandbox;
  },
  config: EnvironmentConfig,
) {
  const store = createMemoryStore({ now: Date.now });
  await store.runs.createRun(attempt.run, config);
  await store.runs.beginAttempt(attempt, 0);
  const client: ModelClient = createModelClient({
    ...{ baseUrl, ownServer, apiKey: null, timeoutMs },
  });
  const dependencies = activityDependencies({
    store,
    ...(sandbox === undefined ? {} : { sandbox: () => Promise.resolve(sandbox) }),
    programsAtOnce: 1,
    modelClient: () => Promise.resolve(client),
  });
  const durable = durableContext();
  return { store, dependencies, contexts: new AttemptContexts(store), durable };
}
