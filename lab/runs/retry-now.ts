import { NotReadyError, UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { findRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { withRunningEngine } from '../services/with-running-engine';
import { hasEnded } from './start-run';

/**
 * Retries at once everything of a run that waits for its next try.
 * @returns number of calls and steps that waited
 * @throws UsageError (`RUN_UNKNOWN`, `RUN_ENDED`); NotReadyError (`RUN_LOST`) when no engine runs here
 */
export async function retryNow(context: LabContext, store: Store, run: string): Promise<number> {
  const record = await findRun(store, run);
  if (hasEnded(record)) {
    throw new UsageError(
      `run ${record.id} is ${record.status}: nothing of it waits`,
      `\`espalier run resume ${record.id}\` goes on with what is unfinished`,
      { code: 'RUN_ENDED' },
    );
  }
  const client = await import('../../client/index.js');
  const woken = await withRunningEngine(context, (engine) => client.retryNow(engine, record.id));
  if (woken !== null) return woken;
  throw new NotReadyError(
    `the engine does not run, so nothing works on run ${record.id}`,
    `\`espalier run resume ${record.id}\` goes on with what is stored, and waits for nothing`,
    { code: 'RUN_LOST' },
  );
}
