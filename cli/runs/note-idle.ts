import type { RunRecord } from '../../core/ports/records';
import type { CommandContext } from '../command-context';

/** Says of runs that count as running that nothing works on them: this folder's engine does not run. */
export async function noteIdle(
  { settings, folder, output }: CommandContext,
  runs: readonly Pick<RunRecord, 'id' | 'status'>[],
): Promise<void> {
  const running = runs.filter(({ status }) => status === 'running').map(({ id }) => id);
  if (running.length === 0 || settings.TEMPORAL_ADDRESS !== undefined) return;
  const { findProcess } = await import('../../processes/index.js');
  if ((await findProcess(folder, 'engine')).kind === 'alive') return;
  output.note(
    `The engine does not run, so nothing works on ${running.join(', ')}: \`espalier run resume ${running[0] ?? 'RUN'}\` goes on`,
  );
}
