import type { Command } from 'commander';

import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import { followOrLeave, printRun } from '../runs/follow-run';
import { planRun } from '../../lab/planning/plan-run';
import { addRunFlags, addSelectionFlags, parseRunFlags } from '../run-flags';
import { startRun } from '../../lab/runs/start-run';

export function registerRunStart(parent: Command): void {
  const command = parent
    .command('start')
    .description(
      'run a method on a data set. The same flags name the same run: under way, this attaches to it; ended, it prints' +
        ' the table. Exit 1 when a problem has no verdict',
    )
    .requiredOption('--dataset <name|file>', 'humaneval, mbpp, bundled, or a .jsonl(.gz) file');
  addRunFlags(addSelectionFlags(command))
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context, { flags: raw }) => {
        const plan = await planRun(parseRunFlags(raw), context.settings);
        return withStore(context, async (store) => {
          const { output } = context;
          output.note(`run ${plan.id}`);
          const { record, services } = await startRun(context, store, plan);
          if (services === null) {
            output.note(
              record.status === 'cancelled'
                ? `it was cancelled: \`espalier run resume ${record.id}\` goes on, --fresh NAME makes a new run`
                : 'it has ended: --fresh NAME makes a new run',
            );
            return printRun(context, store, record.id);
          }
          const followed = { store, services, run: record.id };
          return followOrLeave(context, followed, raw['detach'] === true);
        });
      }),
    );
}
