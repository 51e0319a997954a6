import { setTimeout as sleep } from 'node:timers/promises';

import { NotReadyError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { hasEnded } from './start-run';

const betweenLooksMs = 100;

/**
 * Waits for the end of a run that has been told to end, as long as its items keep ending. A thousand items take some time.
 * @param withinMs longest time without the end of any item
 * @throws NotReadyError (`CANCEL_PENDING`) when no item has ended for this time
 */
export async function untilEnded(
  { runs }: { readonly runs: Pick<Store['runs'], 'run' | 'counts'> },
  run: string,
  withinMs: number,
): Promise<void> {
  let [ended, sinceMs] = [-1, 0];
  do {
    const record = await runs.run(run);
    if (record !== null && hasEnded(record)) return;
    const { completed, unscored, cancelled } = await runs.counts(run);
    const now = completed + unscored + cancelled;
    if (now !== ended) [ended, sinceMs] = [now, performance.now()];
    await sleep(betweenLooksMs);
  } while (performance.now() - sinceMs < withinMs);
  throw new NotReadyError(
    `run ${run} has been told to end, and nothing of it has ended for ${String(withinMs / 1000)} s`,
    'See `espalier doctor`; it ends as soon as a worker answers',
    { code: 'CANCEL_PENDING' },
  );
}
