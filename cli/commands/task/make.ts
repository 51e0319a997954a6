import { writeFile } from 'node:fs/promises';

import type { Command } from 'commander';

import { UsageError } from '../../../core/errors/errors';
import { plural } from '../../../core/words/plural';
import { makeOptions, MakeRequestSchema } from '../../../lab/tasks/make-request';
import { planMake } from '../../../lab/tasks/plan-make';
import { withStore } from '../../../lab/with-store';
import { madeTaskRows } from '../../../report/tasks/made-task-rows';
import { action, word } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';
import { followStarted } from '../../runs/follow-run';
import { startOrLeave } from '../../runs/start-or-leave';

export function registerTaskMake(parent: Command): void {
  const command = parent
    .command('make <source>')
    .summary('make tasks of commits that change code and tests, or of planted bugs')
    .description(
      'make repository tasks in the form of SWE-bench. The source is the folder of a clone or the URL of a git repository, whose commits are taken;' +
        ' or env:RUN, a run of env build: bugs are planted in its functions. The tests run without the change and with it; the row names those that fail before and pass after',
    );
  addFlags(command, makeOptions)
    .option('--output <file>', 'write the rows (JSONL) when all candidates are done')
    .option('--detach', 'return at once; the run continues in the background')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context, call) => {
        const { output: file, ...raw } = call.flags;
        const typed = { source: word(call, 0), ...raw };
        const request = readFlags(MakeRequestSchema, typed, 'task make --help');
        return withStore(context, async (store) => {
          const plan = await planMake(context, store, request);
          const started = await startOrLeave(context, store, plan);
          const detach = raw['detach'] === true;
          const code = await followStarted(context, store, started, { detach });
          if (typeof file !== 'string' || detach) return code;
          const rows = await madeTaskRows(store, plan.id);
          await writeRows(file, rows);
          context.output.note(`${plural(rows.length, 'task')} in ${file}`);
          return code;
        });
      }),
    );
}

/** @throws UsageError for a file that cannot be written */
async function writeRows(file: string, rows: readonly string[]): Promise<void> {
  try {
    await writeFile(file, rows.map((row) => `${row}\n`).join(''));
  } catch (cause) {
    throw new UsageError(
      `--output ${file} cannot be written: ${cause instanceof Error ? cause.message : ''}`,
      'Name a file in a folder that exists; the same command then only writes it',
      { cause },
    );
  }
}
