import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import { workRow } from '../../core/kinds/kinds';
import { plural } from '../../core/words/plural';
import { withStore } from '../../lab/with-store';
import { action, word } from '../command-context';
import { parseRunNumber, runFlag } from '../run-flags';
import { requestFlag } from '../request-flags';
import { atATime } from '../../lab/planning/request-members';
import { runOptions } from '../../lab/planning/run-options';
import { cancelRun } from '../../lab/runs/cancel-run';
import { followOrLeave } from '../runs/follow-run';
import { printRun } from '../runs/run-face';
import { retryNow } from '../../lab/runs/retry-now';
import { resumeRun } from '../../lab/runs/resume-run';
import { setRunConcurrency } from '../../lab/runs/set-concurrency';

/** What carries these commands out. */
const carriers = { resumeRun, retryNow, setRunConcurrency, cancelRun };
type Carriers = typeof carriers;

/** Commands that change whether a run goes on. */
export function registerRunControl(
  parent: Command,
  /** Others in tests. */
  given: Carriers = carriers,
): void {
  registerResume(parent, given);
  registerRetryNow(parent, given);
  registerSet(parent, given);
  registerCancel(parent, given);
}

interface ResumeFlags {
  readonly concurrency?: string;
  readonly parallel?: string;
  readonly baseUrl?: string;
  readonly detach?: boolean;
}

function registerResume(parent: Command, given: Carriers): void {
  parent
    .command('resume <run>')
    .description(
      'continue a paused, cancelled or unfinished run, retry its problems that have no verdict, and follow it',
    )
    .addOption(runFlag('concurrency', 'the last value given'))
    .addOption(runFlag('parallel', 'unchanged'))
    .option(
      '--base-url <url>',
      'new address of the model; all later calls, with the API key, go to this address',
    )
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ResumeFlags>((context, call) => {
        const { flags } = call;
        const concurrency = parseRunNumber('concurrency', flags.concurrency) ?? null;
        const parallel = parseRunNumber('parallel', flags.parallel);
        return withStore(context, async (store) => {
          const run = word(call, 0);
          const { record, services } = await given.resumeRun(context, store, {
            ...{ run, concurrency, parallel, baseUrl: flags.baseUrl },
          });
          if (services === null) {
            const { scored } = workRow(record.config.kind);
            context.output.note(
              scored ? 'it has ended, and every problem has a verdict' : 'it has ended',
            );
            return printRun(context, store, run);
          }
          return followOrLeave(
            context,
            { store, services, record },
            { detach: flags.detach === true },
          );
        });
      }),
    );
}

function registerRetryNow(parent: Command, given: Carriers): void {
  parent
    .command('retry-now <run>')
    .description(
      'retry immediately everything that waits for a retry; `run show` gives the reason for the wait',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const run = word(call, 0);
          const woken = await given.retryNow(context, store, run);
          const { output } = context;
          output.print(woken === 0 ? 'nothing waits' : `tried at once: ${String(woken)}`);
          output.result({ run, woken });
          return exitCodes.ok;
        }),
      ),
    );
}

function registerSet(parent: Command, given: Carriers): void {
  parent
    .command('set <run>')
    .description('change settings of a run while it is running or before you resume it')
    // It has no default here.
    .addOption(requestFlag('concurrency', { ...runOptions.concurrency, schema: atATime }))
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly concurrency: string }>((context, call) =>
        withStore(context, async (store) => {
          const run = word(call, 0);
          const concurrency = parseRunNumber('concurrency', call.flags.concurrency) ?? 0;
          const set = await given.setRunConcurrency(context, store, { run, concurrency });
          context.output.print(
            set === 'now'
              ? `run ${run} works on ${plural(concurrency, 'problem')} at a time`
              : `run ${run} goes on with ${plural(concurrency, 'problem')} at a time: espalier run resume ${run}`,
          );
          context.output.result({ run, concurrency, underWay: set === 'now' });
          return exitCodes.ok;
        }),
      ),
    );
}

function registerCancel(parent: Command, given: Carriers): void {
  parent
    .command('cancel <run>')
    .description('cancel a run; its results are kept, and `run resume` continues it')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const run = word(call, 0);
          await given.cancelRun(context, store, run);
          await printRun(context, store, run);
          return exitCodes.ok;
        }),
      ),
    );
}
