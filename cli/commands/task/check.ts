import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import {
  planTaskCheck,
  taskCheckOptions,
  TaskCheckRequestSchema,
} from '../../../lab/tasks/plan-task-check';
import { withStore } from '../../../lab/with-store';
import { checkedTasks } from '../../../report/patches/check-of-run';
import { checkLines } from '../../../report/patches/check-lines';
import { findRun } from '../../../report/load-run';
import { action, word } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';
import { followStarted } from '../../runs/follow-run';
import type { PrintRun } from '../../runs/print-run';
import { startOrLeave } from '../../runs/start-or-leave';

/** `task check`: `--json` gives `{run, tasks, refused}`; exit 1 when a task is not `ok`. */
export function registerTaskCheck(parent: Command): void {
  const command = parent
    .command('check <file>')
    .summary(
      'check that gold patches resolve their tasks, and that a patch without effect does not',
    )
    .description(
      'check tasks: the gold patch must resolve its task each time, and a patch that changes nothing must never resolve it. Names flaky tests, and for each other' +
        ' task why it cannot be run here. Run the same command again to follow or continue the same run. Exit 1 if a task is not ok',
    );
  addFlags(command, taskCheckOptions)
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) => {
        const { detach, ...raw } = call.flags;
        const typed = { ...raw, file: word(call, 0) };
        const request = readFlags(TaskCheckRequestSchema, typed, 'task check --help');
        return withStore(context, async (store) => {
          const plan = await planTaskCheck(context, store, request);
          const started = await startOrLeave(context, store, plan);
          return followStarted(context, store, started, {
            detach: detach === true,
            print: printCheck(request.ids === undefined ? (plan.dataset.refused ?? []) : []),
          });
        });
      }),
    );
}

function printCheck(refused: Parameters<typeof checkLines>[1]): PrintRun {
  return async ({ output }, store, run) => {
    const tasks = await checkedTasks(store, await findRun(store, run));
    for (const line of checkLines(tasks, refused)) output.print(line);
    output.result(asJson({ run, tasks, refused }));
    const isOk = refused.length === 0 && tasks.every(({ status }) => status === 'ok');
    return isOk ? exitCodes.ok : exitCodes.failures;
  };
}
