import type { RunRecord } from '../../core/ports/records';
import { idleRuns } from '../../lab/runs/idle-runs';
import type { CommandContext } from '../command-context';

/** Says of runs that count as running that nothing works on them. */
export async function noteIdle(
  context: CommandContext,
  runs: readonly Pick<RunRecord, 'id' | 'status'>[],
): Promise<void> {
  const idle = await idleRuns(context, runs);
  if (idle.length === 0) return;
  context.note(
    `The engine does not run, so nothing works on ${idle.join(', ')}: \`espalier run resume ${idle[0] ?? 'RUN'}\` goes on`,
  );
}
