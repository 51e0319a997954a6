import type { RunRecord } from '../../core/ports/records';
import { idleRuns } from '../../lab/runs/idle-runs';
import { runsOfOtherCode } from '../../lab/runs/other-code';
import type { CommandContext } from '../command-context';

/** Says of unfinished runs that nothing works on them, or that what does is not what started them. */
export async function noteWaiting(
  context: CommandContext,
  runs: readonly Pick<RunRecord, 'id' | 'status' | 'reason' | 'bundle'>[],
): Promise<void> {
  const other = await runsOfOtherCode(context, runs);
  if (other.length > 0) {
    context.note(
      `Other workflow code than works here now has started ${other.join(', ')}: ${resume(other)} ends those workflows and goes on with what is stored`,
    );
  }
  const idle = await idleRuns(context, runs);
  if (idle !== null) {
    const lacks =
      idle.lacks === 'engine'
        ? 'The engine does not run'
        : 'The worker has died and no supervisor runs';
    context.note(
      `${lacks}, so nothing works on ${idle.runs.join(', ')}: ${resume(idle.runs)} goes on`,
    );
  }
}

const resume = ([first = 'RUN']: readonly string[]): string => `\`espalier run resume ${first}\``;
