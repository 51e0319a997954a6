import type { Command } from 'commander';

import { exitCodes, UsageError } from '../../core/errors';
import { loadRun } from '../../report/load-run';
import { action, withStore, word } from '../command-context';
import { parseNumber } from '../parse-number';
import { cancelRun } from '../../lab/runs/cancel-run';
import { followOrLeave, printRun } from '../runs/follow-run';
import { resumeRun } from '../../lab/runs/resume-run';
import { hasEnded } from '../../lab/runs/start-run';

/** Commands that change whether a run goes on. */
export function registerRunControl(parent: Command): void {
  registerResume(parent);
  registerCancel(parent);
}

interface ResumeFlags {
  readonly concurrency: string;
  readonly detach?: boolean;
}

function registerResume(parent: Command): void {
  parent
    .command('resume <run>')
    .description(
      'go on with a paused, cancelled or unfinished run, try unscored problems again, and watch it',
    )
    .option('--concurrency <n>', 'problems at a time', '10')
    .option('--detach', 'leave at once; the work goes on')
    .option('--json', 'one document on stdout')
    .action(
      action<ResumeFlags>((context, call) => {
        const { flags } = call;
        const range = { least: 1, most: 1000, whole: true };
        const concurrency = parseNumber('concurrency', flags.concurrency, range) ?? 10;
        return withStore(context, async (store) => {
          const run = word(call, 0);
          const { record, summary } = await loadRun(store, run);
          if (record.status === 'completed' && summary.completed === summary.total) {
            context.output.note('it has ended, and every problem has a verdict');
            return printRun(context, store, run);
          }
          const services = await resumeRun(context, store, { record, concurrency });
          try {
            const detach = flags.detach === true;
            return await followOrLeave(context, { store, services, run }, detach);
          } finally {
            await services.close();
          }
        });
      }),
    );
}

function registerCancel(parent: Command): void {
  parent
    .command('cancel <run>')
    .description('end a run; what was found is kept, and `run resume` can go on')
    .option('--json', 'one document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const run = word(call, 0);
          const { record } = await loadRun(store, run);
          if (hasEnded(record)) {
            throw new UsageError(
              `run ${run} is ${record.status} already`,
              'There is nothing to cancel',
              { code: 'RUN_ENDED' },
            );
          }
          await cancelRun(context, store, record);
          await printRun(context, store, run);
          return exitCodes.ok;
        }),
      ),
    );
}
