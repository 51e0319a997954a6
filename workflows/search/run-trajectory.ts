import { assertNever } from '../../core/values/assert-never';
import { usualShellLimits } from '../../core/agents/shell/shell-limits';
import type { AttemptKey } from '../../core/ports/records';
import type { SolutionReply } from '../../core/ports/search';
import type { CallRef } from '../../core/schemas/model';
import {
  afterCommand,
  afterReply,
  nextOfTrajectory,
  startTrajectory,
} from '../../core/search/bash-agent/trajectory';
import type { Expansion } from '../../core/search/method';
import type { PauseGate } from '../work/pause-gate';
import type { SearchActivities } from './search-activities';

/** One trajectory: a reply of the model and a command, one after the other, each an activity. Histories hold hashes alone. */
export async function runTrajectory(
  { shell, commands }: Pick<SearchActivities, 'shell' | 'commands'>,
  gate: PauseGate,
  { attempt, expansion }: { readonly attempt: AttemptKey; readonly expansion: Expansion },
): Promise<SolutionReply> {
  const calls: CallRef[] = [];
  let trajectory = startTrajectory(expansion.shell ?? usualShellLimits);
  for (;;) {
    const { steps, tokens } = trajectory;
    const soFar = { attempt, expansion, steps };
    const summary = `${expansion.node} step ${String(steps.length)}`;
    const action = nextOfTrajectory(trajectory);
    switch (action.kind) {
      case 'ask': {
        const asked = await gate.call(() =>
          shell.askShellAgent.executeWithOptions({ summary }, [soFar]),
        );
        calls.push(...asked.calls);
        trajectory = afterReply(trajectory, asked.reply);
        break;
      }
      case 'run': {
        const ran = await gate.call(() =>
          commands.runShellCommand.executeWithOptions({ summary }, [soFar]),
        );
        trajectory = afterCommand(trajectory, ran);
        break;
      }
      case 'finish': {
        const ended = await gate.call(() =>
          commands.endTrajectory.executeWithOptions({ summary }, [
            { ...soFar, tokens, end: action.end },
          ]),
        );
        return { ...ended, calls };
      }
      default:
        return assertNever(action);
    }
  }
}
