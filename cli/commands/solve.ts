import type { Command } from 'commander';

import { UsageError } from '../../core/errors';
import { action } from '../command-context';
import { planRun } from '../run-config';
import { addRunFlags, parseRunFlags } from '../run-flags';
import { solveOne } from '../solve-one';

export function registerSolve(program: Command): void {
  const command = program
    .command('solve')
    .description('solve one problem, its tree growing on the screen; exit 1 when it stays unsolved')
    .option('--dataset <name|file>', 'humaneval, mbpp, bundled, or a .jsonl(.gz) file')
    .option('--problem <id>', 'which of its problems')
    .option(
      '--file <problem.json>',
      'one problem in HumanEval or MBPP form, instead of a data set',
    );
  addRunFlags(command)
    .option('--json', 'one document on stdout')
    .action(
      action(async (context, { flags: raw }) => {
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
        const flags = parseRunFlags({
          ...raw,
          dataset: file ?? dataset,
          ...(file === undefined ? { problems: problem } : { limit: '1' }),
        });
        return solveOne(context, await planRun(flags, context.settings));
      }),
    );
}
