import type { RunRecord } from '../../core/ports/records';
import type { LabContext } from '../lab-context';
import { supervisorName } from '../services/ensure-supervisor';
import { workerName } from '../services/worker-ready';

/** The missing process without which no run is worked on. */
export type Lacking = 'engine' | 'worker';

/** The runs among these that count as running but are not worked on, and the missing process. */
export async function idleRuns(
  context: Pick<LabContext, 'settings' | 'folder'>,
  runs: readonly Pick<RunRecord, 'id' | 'status'>[],
): Promise<{ readonly runs: readonly string[]; readonly lacks: Lacking } | null> {
  const running = runs.filter(({ status }) => status === 'running').map(({ id }) => id);
  if (running.length === 0) return null;
  if (await isAtRest(context)) return { runs: running, lacks: 'engine' };
  return (await isWithoutWorker(context)) ? { runs: running, lacks: 'worker' } : null;
}

/** Whether no run is worked on, because the engine of this folder does not run. */
export async function isAtRest({
  settings,
  folder,
}: Pick<LabContext, 'settings' | 'folder'>): Promise<boolean> {
  if (settings.TEMPORAL_ADDRESS !== undefined) return false;
  const { findProcess } = await import('../../processes/index.js');
  return (await findProcess(folder, 'engine')).kind !== 'alive';
}

/** Whether this folder's worker has died and no supervisor restarts it. Nothing is known about workers elsewhere. */
async function isWithoutWorker({ folder }: Pick<LabContext, 'folder'>): Promise<boolean> {
  const { findProcess } = await import('../../processes/index.js');
  if ((await findProcess(folder, workerName)).kind !== 'dead') return false;
  return (await findProcess(folder, supervisorName)).kind !== 'alive';
}
