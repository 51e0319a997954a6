import { UsageError } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { workRow } from '../../core/kinds/kinds';
import { findRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { ensureServices } from '../services/ensure-services';
import { endOtherWork, isWorkedOn, oneAtATime } from './begin-work';
import { hasEnded } from './start-run';
import { untilEnded } from './until-ended';

/** Longest time without the end of any item before the wait is given up. */
const withinMs = 30_000;

/**
 * Cancels a run that has not ended. Results so far are kept.
 * @throws UsageError for a run that has ended or does not exist; NotReadyError (`CANCEL_PENDING`) when no item has ended for
 * some time
 */
export async function cancelRun(context: LabContext, store: Store, run: string): Promise<void> {
  const record = await findRun(store, run);
  const { id, config, status } = record;
  if (hasEnded({ status })) {
    throw new UsageError(`run ${id} is ${status} already`, 'There is nothing to cancel', {
      code: 'RUN_ENDED',
    });
  }
  const services = await ensureServices(context, config.model, 'keep');
  try {
    // The workflows are terminated in three cases: workflows of other code would not receive the cancellation, those of
    // another state of the store could not record it, and without the workflow of the run nobody would tell the items.
    const hears = await oneAtATime(context, async () => {
      await endOtherWork(context, store, { services, record }, null);
      if (await isWorkedOn(services, id)) return true;
      await recordCancelled(store, { id, config });
      return false;
    });
    if (!hears) return;
    const { cancelWork } = await import('../../client/index.js');
    await cancelWork(await services.client(), id);
    await untilEnded(store, id, withinMs);
  } finally {
    await services.disconnect();
  }
}

/** The engine has lost the run (its database was deleted), so nobody else will record its end. */
async function recordCancelled(
  store: Store,
  { id: run, config }: Pick<RunRecord, 'id' | 'config'>,
): Promise<void> {
  // Anything that its work still reports comes too late.
  const generation = await store.runs.beginGeneration(run);
  for (const attempt of await store.runs.runningAttempts(run)) {
    await store.runs.finishAttempt(
      { ...attempt, generation },
      {
        status: 'cancelled',
        outcome: workRow(config.kind).noOutcome,
        graded: [],
        verdict: null,
        solved: false,
        cause: null,
        provenance: null,
      },
    );
  }
  await store.runs.setRunStatus(run, 'cancelled', null);
}
