import type { EnvironmentPorts } from '../../../core/ports/environment';
import type { ActivityDependencies } from '../../dependencies';
import type { AttemptContexts } from '../../work/attempt-contexts';
import { durable } from '../../work/durable';
import { beginEnvironment } from './begin-environment';
import { captureTraces, tracesNote } from './capture-traces';
import { finishEnvironment } from './finish-environment';
import { importModules } from './import-modules';
import { installProject } from './install-project';
import { runRepositoryStep } from './run-repository-step';
import { usualInstallSeconds } from './repository-parts';
import type { InstallSeconds, RepositoryParts } from './repository-parts';
import { installParts } from './install-parts';
import { selectFunctions } from './select-functions';
import { takeInRepository } from './take-in-repository';

/** Steps on a repository as a whole; those on one of its functions are `activities/environment/harness`. */
export type RepositoryPorts = Pick<
  EnvironmentPorts,
  | 'beginEnvironment'
  | 'takeIn'
  | 'installProject'
  | 'importModules'
  | 'selectFunctions'
  | 'captureTraces'
  | 'loadFunctions'
  | 'finishEnvironment'
>;

export function repositoryParts(
  dependencies: Pick<
    ActivityDependencies,
    'store' | 'repositories' | 'packages' | 'proxyUrlFor' | 'programsAtOnce'
  >,
  contexts: AttemptContexts,
  installSeconds: InstallSeconds = usualInstallSeconds,
): RepositoryParts {
  const { proxyUrlFor, programsAtOnce } = dependencies;
  return {
    ...installParts(dependencies, installSeconds),
    ...{ contexts, proxyUrlFor, harnessesAtOnce: programsAtOnce },
  };
}

export function createRepositoryActivities(parts: RepositoryParts): RepositoryPorts {
  const { store } = parts;
  return {
    beginEnvironment: (input) =>
      durable(store, input.attempt, () => beginEnvironment(parts, input)),
    takeIn: ({ attempt }) =>
      durable(store, attempt, (context) =>
        runRepositoryStep(
          parts,
          { attempt, step: 'take-in' },
          () => takeInRepository(parts, attempt, context),
          ({ ended }) => ({ ended }),
        ),
      ),
    installProject: (input) =>
      durable(store, input.attempt, (context) =>
        runRepositoryStep(
          parts,
          { ...input, step: 'install' },
          (counting) => installProject(counting, input, context),
          ({ ended, environment }) => ({ ended, environment }),
        ),
      ),
    importModules: ({ attempt, environment }) =>
      durable(store, attempt, async (context) => {
        const { ended } = await runRepositoryStep(
          parts,
          { attempt, step: 'imports' },
          (counting) => importModules(counting, environment, context),
          ({ ended: status, failed }) => ({ ended: status, modules: failed }),
        );
        return { ended };
      }),
    selectFunctions: (input) =>
      durable(store, input.attempt, (context) =>
        runRepositoryStep(
          parts,
          { ...input, step: 'select' },
          (counting) => selectFunctions(counting, input, context),
          ({ ended }) => ({ ended }),
        ),
      ),
    captureTraces: (input) =>
      durable(store, input.attempt, async (context) => {
        await runRepositoryStep(
          parts,
          { ...input, step: 'traces' },
          (counting) => captureTraces(counting, input, context),
          (stored) => tracesNote(store, stored),
        );
      }),
    loadFunctions: ({ attempt, from, size }) =>
      durable(store, attempt, () => store.environments.waitingFunctions(attempt, { from, size })),
    finishEnvironment: (input) =>
      durable(store, input.attempt, () => finishEnvironment(parts, input)),
  };
}
