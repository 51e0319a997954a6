import type { Command } from 'commander';

import { planRun } from '../../../lab/planning/plan-run';
import { runOptions } from '../../../lab/planning/run-options';
import { requireTasks } from '../../../lab/tasks/require-tasks';
import { action, word } from '../../command-context';
import { addFlags } from '../../request-flags';
import { parseRunFlags, selectionOptions } from '../../run-flags';
import { solveOne } from '../../runs/solve-one';

/** `task solve`: `solve` on one task of a file. */
export function registerTaskSolve(parent: Command): void {
  const command = parent
    .command('solve <file> <id>')
    .description(
      'solve one task and show its search tree as it grows, as `solve` does. Exit 1 if it is not resolved',
    );
  addFlags(command, runOptions, ['dataset', ...selectionOptions])
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) => {
        const [file, id] = [word(call, 0), word(call, 1)];
        const typed = { ...call.flags, dataset: file, problems: id, concurrency: '1' };
        const plan = await planRun(
          parseRunFlags(typed, 'task solve'),
          context.settings,
          'task solve',
        );
        requireTasks(file, plan.dataset);
        return solveOne(context, plan);
      }),
    );
}
