import type { RunRecord } from '../../core/ports/records';
import type { LabContext } from '../lab-context';
import { supervisorName } from '../services/ensure-supervisor';
import { workerName } from '../services/worker-ready';

/** What does not run without which nothing works on any run. */
export type Lacking = 'engine' | 'worker';

/** Of these, the runs that count as running and that nothing works on, and what does not run. */
export async function idleRuns(
  context: Pick<LabContext, 'settings' | 'folder'>,
  runs: readonly Pick<RunRecord, 'id' | 'status'>[],
): Promise<{ readonly runs: readonly string[]; readonly lacks: Lacking } | null> {
  const running = runs.filter(({ status }) => status === 'running').map(({ id }) => id);
  if (running.length === 0) return null;
  if (await isAtRest(context)) return { runs: running, lacks: 'engine' };
  return (await isWithoutWorker(context)) ? { runs: running, lacks: 'worker' } : null;
}

/** Whether nothing works on any run: this folder's engine does not run. */
export async function isAtRest({
  settings,
  folder,
}: Pick<LabContext, 'settings' | 'folder'>): Promise<boolean> {
  if (settings.TEMPORAL_ADDRESS !== undefined) return false;
  const { findProcess } = await import('../../processes/index.js');
  return (await findProcess(folder, 'engine')).kind !== 'alive';
}

/** Whether this folder's worker has died, and no supervisor is there to start another. Of workers of elsewhere nothing is known. */
async function isWithoutWorker({ folder }: Pick<LabContext, 'folder'>): Promise<boolean> {
  const { findProcess } = await import('../../processes/index.js');
  if ((await findProcess(folder, workerName)).kind !== 'dead') return false;
  return (await findProcess(folder, supervisorName)).kind !== 'alive';
}
