import type { Command } from 'commander';

import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import type { CommandContext } from '../command-context';
import { followStarted } from '../runs/follow-run';
import { planRun } from '../../lab/planning/plan-run';
import type { PlannedRun } from '../../lab/planning/plan-run';
import { addRunFlags, addSelectionFlags, parseRunFlags } from '../run-flags';
import { startOrLeave } from '../runs/start-or-leave';

export function registerRunStart(parent: Command): void {
  const command = parent
    .command('start')
    .description(
      'run a method on a data set. The same flags name the same run: under way, this attaches to it; ended, it prints' +
        ' the table. Exit 1 when a problem has no verdict',
    )
    .requiredOption(
      '--dataset <name|file>',
      'humaneval, mbpp, humanevalplus, mbppplus, bundled, or a .jsonl(.gz) file',
    );
  addRunFlags(addSelectionFlags(command))
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context, { flags: raw }) => {
        const plan = await planRun(parseRunFlags(raw), context.settings);
        return withStore(context, async (store) => {
          const { output } = context;
          output.note(`run ${plan.id}`);
          noteLeftOut(context, plan);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, { detach: raw['detach'] === true });
        });
      }),
    );
}

/** A file's rows that are not problems of the run should not be looked for in its table, nor all tests in a verdict. */
function noteLeftOut({ output }: CommandContext, { config, dataset }: PlannedRun): void {
  const { name, rows, repeated } = dataset;
  const chosen = new Set(config.problems);
  for (const { problem, leftOut, kept } of dataset.leftOut) {
    if (!chosen.has(problem)) continue;
    const tests = `${String(leftOut)} of ${String(leftOut + kept)} hidden tests`;
    output.note(`${problem}: ${tests} expect more output than can be compared, and are left out`);
  }
  if (repeated === 0) return;
  const said = repeated === 1 ? '1 row that repeats' : `${String(repeated)} rows that repeat`;
  output.note(`${name}: ${String(rows.length)} problems; ${said} an earlier one left out`);
}
