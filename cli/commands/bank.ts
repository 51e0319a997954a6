import { resolve } from 'node:path';

import type { Command } from 'commander';

import { cacheFolder } from '../../config/state-folder';
import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { buildBank } from '../../lab/banks/build-bank';
import { withStore } from '../../lab/with-store';
import { bankStatsLines } from '../../report/banks/bank-stats-lines';
import { plural } from '../../core/words/plural';
import { terminalLine } from '../../report/terminal-safe';
import type { DatasetProblem } from '../../core/tasks/problem';
import { action, word } from '../command-context';
import type { CommandContext } from '../command-context';
import { runFlag } from '../run-flags';

interface BuildFlags {
  readonly run?: readonly string[];
  readonly reflexion?: readonly string[];
  readonly llmdebugger?: readonly string[];
  readonly sourceModel?: string;
  readonly tasks?: readonly string[];
  readonly force?: boolean;
}

const each = (given: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  given,
];

/** Builds, checks and counts banks of recorded programs. */
export function registerBank(program: Command): void {
  const bank = program
    .command('bank')
    .description('build and inspect banks of recorded programs, for --model recorded:FILE');
  registerBuild(bank);
  registerCheck(bank);
  registerStats(bank);
}

/** `bank build`: `--json` gives {lines, repairs, problems}. */
function registerBuild(bank: Command): void {
  bank
    .command('build <file>')
    .description('write a bank from the programs of runs or of published results')
    .option('--run <id>', 'take the programs of this finished search run; can be repeated', each)
    .option('--reflexion <file>', 'take the results of noahshinn/reflexion; can be repeated', each)
    .option(
      '--llmdebugger <file>',
      'take the results of FloridSleeves/LLMDebugger; can be repeated',
      each,
    )
    .option('--source-model <name>', 'name of the model that wrote the published results')
    .option(
      '--tasks <dataset>',
      'take the patch of each repository task of this data set and wrong patches made of it, for --model simulated:FILE; can be repeated',
      each,
    )
    .option('--force', 'replace an existing file')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<BuildFlags>((context, call) =>
        withStore(context, async (store) => {
          const { run = [], reflexion = [], llmdebugger = [], sourceModel = null } = call.flags;
          const file = resolve(word(call, 0));
          const { tasks: names } = call.flags;
          const tasks = names === undefined ? {} : { tasks: await tasksOf(names, context) };
          const sources = { runs: run, reflexion, llmdebugger, sourceModel, ...tasks };
          const { force = false } = call.flags;
          const built = await buildBank(store, file, { ...sources, force });
          const { output } = context;
          output.print(
            terminalLine(
              `${file}: ${plural(built.lines, 'program')} for ${plural(built.problems, 'problem')}, ${plural(built.repairs, 'repair')} among them`,
            ),
          );
          output.result(asJson(built));
          return exitCodes.ok;
        }),
      ),
    );
}

async function tasksOf(
  names: readonly string[],
  { settings }: CommandContext,
): Promise<readonly DatasetProblem[]> {
  const { loadDataset } = await import('../../datasets/index.js');
  const rows: DatasetProblem[] = [];
  for (const nameOrPath of names) {
    rows.push(...(await loadDataset({ nameOrPath, cacheDir: cacheFolder(settings) })).rows);
  }
  return rows;
}

/** `bank check`: `--json` gives {lines, programs, faults: [{file, line, field, what}]}; exit 1 where there are faults. */
function registerCheck(bank: Command): void {
  bank
    .command('check <files...>')
    .description(
      'check every line of a bank: its fields, the program that it repairs (parent), its label (correct or wrong) and its problem; exit 1 if there are faults',
    )
    .option('--dataset <name>', 'also check that this data set has every problem of the bank')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly dataset?: string }>(async ({ settings, output }, { words, flags }) => {
        const { checkBank } = await import('../../llm/simulated/index.js');
        const { loadDataset } = await import('../../datasets/index.js');
        const dataset =
          flags.dataset === undefined
            ? null
            : await loadDataset({ nameOrPath: flags.dataset, cacheDir: cacheFolder(settings) });
        const problems = dataset?.rows.map(({ problem }) => problem.id) ?? null;
        const checked = await checkBank(words, problems);
        for (const { file, line, field, what } of checked.faults) {
          output.print(terminalLine(`${file}, line ${String(line)}, field ${field}: ${what}`));
        }
        const { lines, programs, faults } = checked;
        output.print(
          `${plural(lines, 'line')}, ${plural(programs, 'distinct program')}, ${plural(faults.length, 'fault')}`,
        );
        output.result(asJson(checked));
        return faults.length === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    );
}

/** `bank stats`: `--json` gives the `BankStats`. */
function registerStats(bank: Command): void {
  bank
    .command('stats <files...>')
    .description('count the programs, labels, repairs, models and methods of a bank')
    .addOption(runFlag('bankModel'))
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly bankModel?: string }>(async ({ output }, { words, flags }) => {
        const { bankStats, loadBank } = await import('../../llm/simulated/index.js');
        const { bankModel } = flags;
        const stats = bankStats(
          await loadBank(words),
          bankModel === undefined ? {} : { bankModel },
        );
        for (const line of bankStatsLines(stats)) output.print(line);
        output.result(asJson(stats));
        return exitCodes.ok;
      }),
    );
}
