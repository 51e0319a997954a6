import type { RunRecord, Store } from '../../core/ports/records';
import type { WhenDifferent } from './ensure-worker';

/**
 * How to treat a worker with other settings. Replacing a worker makes everybody wait for its calls, and may strand workflows
 * of its code. A worker is never replaced while it works on another run. To attach to a run that it works on, it is replaced
 * only if the run could not continue otherwise. `null`: for no run in particular.
 */
export async function whenWorkerDiffers(
  store: Store,
  run: Pick<RunRecord, 'id'> | null,
): Promise<WhenDifferent> {
  const running = (await store.runs.unfinishedRuns()).filter(({ status }) => status === 'running');
  if (running.some(({ id }) => id !== run?.id)) return 'keep';
  return running.length > 0 ? 'if-needed' : 'restart';
}
