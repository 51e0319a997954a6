import type { Command } from 'commander';

import { exitCodes } from '../../core/errors';
import { action, withStore } from '../command-context';
import { planRun } from '../run-config';
import { addRunFlags, parseRunFlags } from '../run-flags';
import { followRun, printRun, recordRun, startWork } from '../start-run';

export function registerRunStart(parent: Command): void {
  const command = parent
    .command('start')
    .description('run a method on a data set; attaches when the same run is under way')
    .requiredOption('--dataset <name|file>', 'humaneval, mbpp, bundled, or a .jsonl(.gz) file');
  addRunFlags(command)
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context, { flags: raw }) => {
        const plan = await planRun(parseRunFlags(raw), context.settings);
        return withStore(context, async (store) => {
          const run = await recordRun(context, store, plan);
          context.output.note(`run ${run.id}`);
          if (run.status === 'completed') {
            context.output.note('it has ended; --fresh NAME makes a new one');
            return printRun(context, store, run.id);
          }
          const services = await startWork(context, run, plan.concurrency);
          try {
            if (raw['detach'] !== true) {
              return await followRun(context, { store, services, run: run.id });
            }
            context.output.print(`The work goes on: espalier run show ${run.id}`);
            context.output.result({ run: run.id, status: 'running' });
            return exitCodes.ok;
          } finally {
            await services.close();
          }
        });
      }),
    );
}
