import type { Command } from 'commander';

import { UsageError } from '../../core/errors/errors';
import { action } from '../command-context';
import { planRun } from '../../lab/planning/plan-run';
import { runOptions } from '../../lab/planning/run-options';
import { addFlags } from '../request-flags';
import { parseRunFlags, runFlag, selectionOptions } from '../run-flags';
import { solveOne } from '../runs/solve-one';

interface SolveFlags extends Readonly<Record<string, unknown>> {
  readonly dataset?: string;
  readonly problem?: string;
  readonly file?: string;
}

export function registerSolve(program: Command): void {
  const command = program
    .command('solve')
    .summary('solve one problem and show its search tree as it grows')
    .description(
      'solve one problem and show its search tree as it grows. Exit 1 if the problem is not solved',
    )
    .addOption(runFlag('dataset').makeOptionMandatory(false))
    .option('--problem <id>', 'id of the problem in the data set')
    .option(
      '--file <problem.json>',
      'file with one problem in HumanEval or MBPP form, instead of --dataset and --problem',
    );
  addFlags(command, runOptions, ['dataset', ...selectionOptions])
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<SolveFlags>(async (context, { flags: raw }) => {
        const { dataset, problem, file } = raw;
        if ((file === undefined) === (dataset === undefined)) {
          throw new UsageError(
            'solve needs one problem',
            'Give --dataset D --problem ID, or --file problem.json',
          );
        }
        if (file === undefined && problem === undefined) {
          throw new UsageError('--problem is missing', 'Name one with --problem ID');
        }
        const flags = parseRunFlags(
          {
            ...raw,
            dataset: file === undefined ? dataset : asPath(file),
            concurrency: '1',
            ...(problem === undefined ? {} : { problems: problem }),
          },
          'solve',
        );
        const plan = await planRun(flags, context.settings, '--problem');
        const { problems } = plan.config;
        if (problems.length > 1) {
          throw new UsageError(
            `${file ?? '--problem'} names ${String(problems.length)} problems, and solve takes one`,
            'Name one with --problem ID, or use `espalier run start`',
          );
        }
        return solveOne(context, plan);
      }),
    );
}

/** `--file mbpp` is a file of that name, never the data set. */
function asPath(file: string): string {
  return /[/\\]/.test(file) ? file : `./${file}`;
}
