import type { ActivityDependencies } from '../dependencies';
import type { DurableContext } from '../work/durable';
import type { BatchOptions } from './grade-checks';

/** Options of a batch that runs in an activity: it ends with the activity, reports its progress, and has its name. */
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
