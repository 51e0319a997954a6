import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import type { BatchOptions } from './grade-checks';

/** A batch that is an activity's: it ends with it, shows its progress, and is known by its name. */
export async function batchOptions(
  { store, sandbox, programsAtOnce }: ActivityDependencies,
  { signal, scope, beat }: DurableContext,
  { regrade }: Pick<BatchOptions, 'regrade'>,
): Promise<BatchOptions> {
  return {
    store,
    sandbox: await sandbox(),
    signal,
    regrade,
    scope,
    atOnce: programsAtOnce,
    progress: (progress) => {
      beat({ ...progress });
    },
  };
}
