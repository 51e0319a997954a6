import { EspalierError } from '../../../core/errors/errors';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import type { OfFunction } from '../../../core/ports/environment';
import type { RepositoryPlace } from '../../../core/adapters/repository';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import { NoRepositoryCellsError } from '../../../core/tasks/run-check';
import type { ActivityDependencies } from '../../dependencies';
import type { AttemptContexts } from '../../work/attempt-contexts';
import type { DurableContext } from '../../work/durable';
import { lendCell } from '../lent-cell';
import { openEnvironment } from '../open-environment';
import { tracesOf } from '../repository/capture-traces';
import { knownEnvironment } from '../repository/known-environment';
import { provenanceOf } from '../repository/take-in-repository';
import { loadTraces } from '../stored-traces';
import type { HarnessContext } from './harness-context';

export type HarnessDependencies = Pick<ActivityDependencies, 'store' | 'repositories' | 'sandbox'>;

/** The engine knows a function that the store does not have. */
class FunctionMissingError extends EspalierError {
  constructor(id: string) {
    super(`function ${id} is not in the store`, {
      code: 'FUNCTION_MISSING',
      remedy: 'Start the run again, against the state folder it was started in',
    });
  }
}

export interface OpenFunction {
  readonly context: HarnessContext;
  /** `repository` is the attempt's own. */
  readonly record: EnvironmentRecord;
}

/** Provides a cell with the environment of the function while `body` runs. */
export async function withFunction<T>(
  { store, repositories, sandbox }: HarnessDependencies,
  contexts: AttemptContexts,
  { attempt, environment, function: id }: OfFunction,
  { signal }: DurableContext,
  body: (opened: OpenFunction) => Promise<T>,
): Promise<T> {
  const { blobs, environments } = store;
  const repository = await provenanceOf({ store, contexts }, attempt);
  const record = { ...(await knownEnvironment(environments, environment)), repository };
  const definition = await environments.definition(environment, id);
  if (definition === null) throw new FunctionMissingError(id);
  const { gates } = (await contexts.configOf(attempt.run, 'environment')).environment;
  const cell = await lendCell((alone) =>
    openEnvironment({ environments, repositories }, record, signal, alone),
  );
  try {
    const context: HarnessContext = {
      ...{
        cell,
        without: cell.without,
        alone: cell.alone,
        blobs,
        steps: environments,
        environment,
        definition,
        gates,
        signal,
      },
      target: `${repository.name}@${(repository.commit ?? repository.tree).slice(0, 12)}::${id}`,
      grade: async (task) => {
        const { harness } = await sandbox();
        if (harness === undefined) throw new NoRepositoryCellsError(task.environment);
        return harness(task, { signal });
      },
      definitions: () => environments.definitions(environment),
      traces: () => storedTraces(store, { attempt, environment, place: cell.place }),
    };
    return await body({ context, record });
  } finally {
    await cell.close();
  }
}

async function storedTraces(
  { blobs, environments }: HarnessDependencies['store'],
  of: {
    readonly attempt: AttemptKey;
    readonly environment: string;
    readonly place: RepositoryPlace;
  },
): Promise<Awaited<ReturnType<HarnessContext['traces']>>> {
  const stored = await tracesOf(environments, of);
  if (stored === null) return null;
  return { sha256: stored.traces, traces: await loadTraces(blobs, stored.traces) };
}
