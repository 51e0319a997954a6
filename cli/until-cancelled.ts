import { NotReadyError } from '../core/errors';
import type { Store } from '../core/ports/records';

const withinMs = 30_000;

/** Waits for a run's record to say that it has ended. @throws NotReadyError when that takes too long. */
export async function untilCancelled(store: Store, run: string): Promise<void> {
  const until = Date.now() + withinMs;
  while (Date.now() < until) {
    const record = await store.runs.run(run);
    if (record?.status === 'cancelled' || record?.status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new NotReadyError(
    `run ${run} has been told to end and has not after ${String(withinMs / 1000)} s`,
    'See `espalier doctor`; it ends as soon as a worker answers',
    { code: 'CANCEL_PENDING' },
  );
}
