import type { Command } from 'commander';

import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import { followStarted } from '../runs/follow-run';
import { planRun } from '../../lab/planning/plan-run';
import { runOptions } from '../../lab/planning/run-options';
import { addFlags } from '../request-flags';
import { parseRunFlags } from '../run-flags';
import { noteLeftOut } from '../runs/note-left-out';
import { startOrLeave } from '../runs/start-or-leave';

export function registerRunStart(parent: Command): void {
  const command = parent
    .command('start')
    .summary('run a method on a data set')
    .description(
      'run a method on a data set. A command with the same flags always refers to the same run. Repeat the command to follow this run, or to print' +
        ' its table when it has finished. Exit 1 if a problem has no verdict',
    );
  addFlags(command, runOptions)
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, { flags: raw }) => {
        const plan = await planRun(parseRunFlags(raw), context.settings);
        return withStore(context, async (store) => {
          noteLeftOut(context, plan);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, { detach: raw['detach'] === true });
        });
      }),
    );
}
