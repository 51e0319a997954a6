import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { findRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { ensureServices } from '../services/ensure-services';
import { isWorkedOn } from './begin-work';
import { isAtRest } from './idle-runs';
import { requireSameCode } from './other-code';

/** `now`: the run uses the number at once. `later`: the run is not worked on, and uses the number when it continues. */
export type ConcurrencySet = 'now' | 'later';

/**
 * Sets the number of items at the same time of a run, under way or not. The number is stored with the run, so it survives
 * the engine. Nothing is started for it.
 * @throws UsageError (`RUN_UNKNOWN`), (`RUN_ENDED`) for a run that will not continue; NotReadyError (`RUN_OF_OTHER_CODE`):
 * the number is stored
 */
export async function setRunConcurrency(
  context: LabContext,
  store: Store,
  { run, concurrency }: { readonly run: string; readonly concurrency: number },
): Promise<ConcurrencySet> {
  const record = await findRun(store, run);
  const { id, config, status } = record;
  const { completed, total } = await store.runs.counts(id);
  if (status === 'completed' && completed === total) {
    throw new UsageError(
      `run ${id} has ended`,
      'It has no work left. `espalier run start` with --fresh NAME makes a new run',
      {
        code: 'RUN_ENDED',
      },
    );
  }
  await store.runs.setRunConcurrency(id, concurrency);
  if (await isAtRest(context)) return 'later';
  // An update needs a worker to take effect.
  const services = await ensureServices(context, config.model, 'keep');
  try {
    if (!(await isWorkedOn(services, id))) return 'later';
    requireSameCode(record, await services.bundle());
    const { setConcurrency } = await import('../../client/index.js');
    await setConcurrency(await services.client(), id, concurrency);
    return 'now';
  } finally {
    await services.disconnect();
  }
}
