import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import type { PlannedRun } from '../../lab/planning/plan-run';
import { planSweep } from '../../lab/sweeps/plan-sweep';
import { runSweep } from '../../lab/sweeps/run-sweep';
import { sweepOptions, SweepRequestSchema } from '../../lab/sweeps/sweep-request';
import { withStore } from '../../lab/with-store';
import { studyLines } from '../../report/study/formats';
import { sweepDocument } from '../../report/study/sweep-document';
import { action } from '../command-context';
import type { CommandContext } from '../command-context';
import { modelsFlag } from '../models-flag';
import { addFlags, readFlags, requestFlag } from '../request-flags';
import { endedWords, followRun } from '../runs/follow-run';
import { noteLeftOut } from '../runs/note-left-out';
import { startOrLeave } from '../runs/start-or-leave';

/** A grid of runs, and the tables of `report` over them. Exit 1 when a problem of one of them has no verdict. */
export function registerSweep(program: Command): void {
  const command = program
    .command('sweep')
    .summary('run every method on every data set with every model')
    .description(
      'run each given method on each given data set with each given model, one run after another, then print the tables of `report`. Run' +
        ' the same command again to continue: finished runs are skipped. Exit 1 if a problem has no verdict',
    )
    .addOption(
      requestFlag('model', sweepOptions.model).argParser(
        (typed, before: readonly string[] = []) => [...before, ...modelsFlag(typed)],
      ),
    );
  addFlags(command, sweepOptions, ['model'])
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, { flags: raw }) => {
        const { output } = context;
        const plans = await planSweep(
          readFlags(SweepRequestSchema, raw, 'sweep --help'),
          context.settings,
        );
        noteWhatIsLeftOut(context, plans);
        return withStore(context, async (store) => {
          let words = '';
          const { runs } = await runSweep(store, plans, {
            onRun: ({ run, number, total }) => {
              words = `run ${String(number)} of ${String(total)}: ${run}`;
            },
            start: async (plan) => {
              const started = await startOrLeave(context, store, plan, words);
              if (started.services === null) output.note(endedWords(started.record));
              return started;
            },
            follow: async (record, services) => {
              const leaving = 'The same command goes on with it, and with the runs behind it.';
              await followRun(context, { store, services, record, leaving });
              return { kind: 'ended' };
            },
          });
          const document = sweepDocument(runs);
          for (const line of studyLines(document, 'text')) output.printExactly(line);
          output.result(asJson(document));
          output.note(
            `Again, or with --plots: espalier report ${plans.map(({ id }) => id).join(' ')}`,
          );
          const scored = runs.every(({ summary }) => summary.completed === summary.total);
          return scored ? exitCodes.ok : exitCodes.failures;
        });
      }),
    );
}

/** Once of each data set: all its runs have the same problems. */
function noteWhatIsLeftOut(context: CommandContext, plans: readonly PlannedRun[]): void {
  const sets = plans.map(({ dataset }) => dataset);
  for (const [at, plan] of plans.entries()) {
    if (sets.indexOf(plan.dataset) === at) noteLeftOut(context, plan);
  }
}
