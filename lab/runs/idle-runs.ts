import type { RunRecord } from '../../core/ports/records';
import type { LabContext } from '../lab-context';

/** Of these, the runs that count as running and that nothing works on: this folder's engine does not run. */
export async function idleRuns(
  { settings, folder }: Pick<LabContext, 'settings' | 'folder'>,
  runs: readonly Pick<RunRecord, 'id' | 'status'>[],
): Promise<readonly string[]> {
  const running = runs.filter(({ status }) => status === 'running').map(({ id }) => id);
  if (running.length === 0 || settings.TEMPORAL_ADDRESS !== undefined) return [];
  const { findProcess } = await import('../../processes/index.js');
  return (await findProcess(folder, 'engine')).kind === 'alive' ? [] : running;
}
