import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DefaultLogger } from '@temporalio/worker';
import { MockActivityEnvironment } from '@temporalio/testing';

import {
  createRepositoryActivities,
  repositoryParts,
} from '../../../../activities/environment/repository/repository-activities';
import type { RepositoryPorts } from '../../../../activities/environment/repository/repository-activities';
import { tracesOf } from '../../../../activities/environment/repository/capture-traces';
import type { StoredTraces } from '../../../../activities/environment/repository/capture-traces';
import { loadTraces } from '../../../../activities/environment/stored-traces';
import { AttemptContexts } from '../../../../activities/work/attempt-contexts';
import type {
  InstallSeconds,
  RepositoryParts,
} from '../../../../activities/environment/repository/repository-parts';
import type { AttemptKey } from '../../../../core/durable/attempt-key';
import type { Store } from '../../../../core/ports/records';
import type { RepositoryInput, RepositoryStatus } from '../../../../core/schemas/environment';
import type { EnvironmentOutcome } from '../../../../core/kinds/environment/schema';
import type { RunConfig } from '../../../../core/schemas/run';
import { PackageIndex, takeIn } from '../../../../repositories';
import { openRepositoryCells } from '../../../../sandbox';
import { openStore } from '../../../../store';
import { scriptedRunConfig } from '../../../workflows/support/scripted-problems';

type EnvironmentConfig = Extract<RunConfig, { kind: 'environment' }>['environment'];

export interface Built {
  readonly attempt: AttemptKey;
  readonly status: RepositoryStatus | null;
  readonly outcome: EnvironmentOutcome;
  readonly seconds: number;
}

export interface RepositoriesUnderTest {
  readonly store: Store;
  readonly packages: PackageIndex;
  readonly parts: RepositoryParts;
  /** How many cells were opened. */
  readonly cells: () => number;
  /** Plans a run: folders are read now, as a plan does. */
  readonly plan: (
    run: string,
    inputs: Readonly<Record<string, RepositoryInput>>,
    changes?: Partial<EnvironmentConfig>,
  ) => Promise<void>;
  readonly run: <Name extends keyof RepositoryPorts>(
    name: Name,
    input: Parameters<RepositoryPorts[Name]>[0],
  ) => ReturnType<RepositoryPorts[Name]>;
  /** Every step on one repository, as the workflow asks for them. */
  readonly build: (run: string, name: string) => Promise<Built>;
  /** What its own tests called the functions with, and how many there were. */
  readonly tracesOf: (
    attempt: AttemptKey,
    environment: string,
  ) => Promise<{
    readonly calls: readonly (readonly string[])[];
    readonly suites: StoredTraces['suites'];
  }>;
  readonly close: () => Promise<void>;
}

/** The activities over a real store and real cells; packages come from the given index. */
export async function repositoriesUnderTest(
  indexUrl: string,
  installSeconds: InstallSeconds,
): Promise<RepositoriesUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-repositories-'));
  const store = await openStore({ path: join(folder, 'store.sqlite'), synchronous: 'normal' });
  const host = await openRepositoryCells({ backend: 'bubblewrap', stateLabel: folder });
  const packages = new PackageIndex({ indexUrl, folder: join(folder, 'index') });
  let opened = 0;
  const counting = {
    open: (wish: Parameters<typeof host.open>[0]) => {
      opened += 1;
      return host.open(wish);
    },
  };
  const repositories = () => Promise.resolve(counting);
  const dependencies = { store, packages, repositories, programsAtOnce: 2 };
  const parts = repositoryParts(dependencies, new AttemptContexts(store), installSeconds);
  const activities = createRepositoryActivities(parts);
  const run: RepositoriesUnderTest['run'] = (name, input) => {
    const environment = new MockActivityEnvironment(
      { heartbeatTimeoutMs: 60_000, scheduleToCloseTimeoutMs: 0 },
      { logger: new DefaultLogger('ERROR') },
    );
    const activity = activities[name] as (given: unknown) => Promise<unknown>;
    const result: unknown = environment.run(async () => activity(input));
    return result as ReturnType<RepositoryPorts[typeof name]>;
  };
  return {
    store,
    packages,
    parts,
    cells: () => opened,
    run,
    plan: async (id, inputs, changes = {}) => {
      const sources: Record<string, EnvironmentConfig['sources'][string]> = {};
      for (const [name, input] of Object.entries(inputs)) {
        if (input.kind !== 'path') sources[name] = { input };
        else {
          const taken = await takeIn(input, { keep: store.environments.putArchive });
          sources[name] = { input, taken: await store.blobs.put(JSON.stringify(taken)) };
        }
      }
      await store.runs.createRun(id, environmentConfig({ sources, ...changes }));
    },
    build: async (id, name) => {
      const began = performance.now();
      const attempt = { run: id, problem: name, sample: 0 };
      await run('beginEnvironment', { attempt, position: 0 });
      const taken = await run('takeIn', { attempt });
      let { ended } = taken;
      let environment: string | null = null;
      if (ended === null) {
        ({ ended, environment } = await run('installProject', { attempt, taken: taken.taken }));
      }
      if (ended === null && environment !== null) {
        ({ ended } = await run('importModules', { attempt, environment }));
      }
      if (ended === null && environment !== null) {
        ({ ended } = await run('selectFunctions', { attempt, environment }));
      }
      await run('finishEnvironment', {
        ...{ attempt, position: 0, ended, environment },
        unfinished: null,
      });
      const outcome = (await store.runs.attempt(attempt))?.result?.outcome;
      if (outcome?.kind !== 'environment') throw new Error(`${name} has no outcome`);
      const seconds = (performance.now() - began) / 1_000;
      return { attempt, status: outcome.status, outcome, seconds };
    },
    tracesOf: async (attempt, environment) => {
      const place = await parts.place();
      const kept = await tracesOf(store.environments, { attempt, environment, place });
      if (kept === null) throw new Error('no traces were captured');
      const { records } = await loadTraces(store.blobs, kept.traces);
      return { suites: kept.suites, calls: records.map(({ call }) => call.arguments) };
    },
    close: async () => {
      await host.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

function environmentConfig(
  changes: Partial<EnvironmentConfig> & Pick<EnvironmentConfig, 'sources'>,
): RunConfig {
  const common = scriptedRunConfig();
  const names = ['dataset', 'model', 'limits', 'assurance', 'seed', 'samples'] as const;
  const kept = Object.fromEntries(names.map((name) => [name, common[name]])) as Pick<
    RunConfig,
    (typeof names)[number]
  >;
  return {
    ...kept,
    kind: 'environment',
    method: 'build-environment',
    problems: Object.keys(changes.sources),
    reuse: true,
    regrade: false,
    environment: {
      generators: ['traces'],
      maxRounds: 1,
      disabledFilters: [],
      gates: { coverage: 0.8, mutation: 0.8 },
      indexUntil: '2026-01-01T00:00:00.000Z',
      docstrings: false,
      ...changes,
    },
  };
}
