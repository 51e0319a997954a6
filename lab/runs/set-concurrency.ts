import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { findRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { ensureServices } from '../services/ensure-services';
import { isWorkedOn } from './begin-work';
import { isAtRest } from './idle-runs';
import { requireSameCode } from './other-code';

/** `now`: the run works on so many. `later`: nothing works on it, and it goes on with so many. */
export type ConcurrencySet = 'now' | 'later';

/**
 * Has a run work on so many items at a time from now on, under way or not: it is stored with the run, which goes on with it
 * whatever happens to the engine. Nothing is started for it that does not run.
 * @throws UsageError (`RUN_UNKNOWN`), (`RUN_ENDED`) for one that nothing goes on with; NotReadyError (`RUN_OF_OTHER_CODE`): it is stored
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
