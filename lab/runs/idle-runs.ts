import type { RunRecord } from '../../core/ports/records';
import type { LabContext } from '../lab-context';

/** Of these, the runs that count as running and that nothing works on: this folder's engine does not run. */
export async function idleRuns(
  context: Pick<LabContext, 'settings' | 'folder'>,
  runs: readonly Pick<RunRecord, 'id' | 'status'>[],
): Promise<readonly string[]> {
  const running = runs.filter(({ status }) => status === 'running').map(({ id }) => id);
  return running.length > 0 && (await isAtRest(context)) ? running : [];
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
