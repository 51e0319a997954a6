import type { RunRecord, Store } from '../../core/ports/records';
import type { WhenDifferent } from './ensure-worker';

/**
 * Replacing a worker makes everybody wait for the calls it has in flight, and may strand workflows of its code: never while
 * it works on another run, and to attach to a run that it works on only where that could not go on. `null`: for no run in
 * particular.
 */
export async function whenWorkerDiffers(
  store: Store,
  run: Pick<RunRecord, 'id'> | null,
): Promise<WhenDifferent> {
  const running = (await store.runs.unfinishedRuns()).filter(({ status }) => status === 'running');
  if (running.some(({ id }) => id !== run?.id)) return 'keep';
  return running.length > 0 ? 'if-needed' : 'restart';
}
