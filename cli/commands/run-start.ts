import type { Command } from 'commander';

import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import { followStarted } from '../runs/follow-run';
import { planRun } from '../../lab/planning/plan-run';
import { addRunFlags, parseRunFlags } from '../run-flags';
import { noteLeftOut } from '../runs/note-left-out';
import { startOrLeave } from '../runs/start-or-leave';

export function registerRunStart(parent: Command): void {
  const command = parent
    .command('start')
    .description(
      'run a method on a data set. The same flags name the same run: under way, this attaches to it; ended, it prints' +
        ' the table. Exit 1 when a problem has no verdict',
    );
  addRunFlags(command)
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
