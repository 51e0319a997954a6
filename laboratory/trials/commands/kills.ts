import { join, resolve } from 'node:path';

import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { numbersFlag } from '../../../cli/numbers-flag';
import { parseNumber, wholeFlag } from '../../../cli/parse-number';
import { methodNames } from '../../../core/kinds/kinds';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { loadRecipe } from '../../../lab/building/load-recipe';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { wordsFlag } from '../../../cli/list-flag';
import { runStruck, runUndisturbed, type KillsResult } from '../kills/run-kills';

interface KillsFlags {
  readonly seed: string;
  readonly strikes?: string;
  readonly data?: string;
  readonly dataset?: string;
  readonly recipe?: string;
  readonly model?: string;
  readonly method: string;
  readonly limit?: string;
  readonly concurrency?: string;
  readonly latencyMs?: string;
}

type MethodResult = KillsResult & { readonly method: string };

export function registerKills(parent: Command): void {
  parent
    .command('kills')
    .description(
      'a run whose processes are killed and stopped at random: nothing is lost, repeated or changed; exit 1 when something is',
    )
    .option('--seed <n,m-k>', 'which strikes; a run for each', '0')
    .option('--strikes <n>', 'kills, stops and losses of the engine in each run', '8')
    .option('--data <folder>', 'with humaneval/ and recorded/; default: the bundled problems')
    .option('--dataset <file>', 'any data set that `run start` reads, in place of --data')
    .option(
      '--recipe <file>',
      "the run of `dataset build` for this recipe, in place of a search: kills only, of the command too, and the loss of the engine's database once",
    )
    .option(
      '--model <name>',
      'with --dataset or --recipe: simulated, or recorded:FILE,…',
      'simulated',
    )
    .option('--method <m,…>', 'each in runs of its own', 'code-tree')
    .option('--limit <n>', 'only the first n problems')
    .option('--concurrency <n>', 'problems at a time', '10')
    .option('--latency-ms <n>', 'of the model', '200')
    .option('--json', 'one document on stdout')
    .action(
      action<KillsFlags>(async ({ output }, { flags }) => {
        const seeds = numbersFlag({ least: 0, whole: true })(flags.seed).map(requireSeed);
        const { recipe } = flags;
        if (recipe !== undefined) await requireRecipe(recipe, flags);
        const kills = recipe === undefined ? {} : ({ kills: 'dataset' } as const);
        const methods =
          recipe === undefined
            ? wordsFlag('--method', flags.method, methodNames)
            : ['make-dataset'];
        const results: MethodResult[] = [];
        let calls = 0;
        for (const method of methods) {
          const setting = {
            start: startOf(flags, method),
            latencyMs: parseNumber('latencyMs', flags.latencyMs, { least: 0, whole: true }) ?? 200,
            strikes: wholeFlag('strikes', flags.strikes, 8),
            ...kills,
          };
          output.note(`${method}: a run that nothing happens to`);
          const undisturbed = await runUndisturbed(setting);
          calls += undisturbed.arrivals.size;
          for (const seed of seeds) {
            const said = (words: string): void => {
              output.note(`${method}, seed ${String(seed)}: ${words}`);
            };
            results.push({ method, ...(await runStruck(setting, undisturbed, { seed, said })) });
          }
        }
        const table = textTable([
          [
            'method',
            'seed',
            'strikes',
            'resumed',
            'repeats in the log',
            'in the table',
            'seconds',
            'MB',
            'faults',
          ],
          ...results.map((one) => [
            one.method,
            String(one.seed),
            String(one.strikes.length),
            String(one.resumed),
            String(one.repeats),
            `${String(one.shown.known)} to ${String(one.shown.atMost)}`,
            one.seconds.toFixed(0),
            memoryText(one.memory),
            String(one.faults.length),
          ]),
        ]);
        for (const line of table) output.print(line);
        const faults = results.flatMap((one) =>
          one.faults.map((fault) => `${one.method}, seed ${String(one.seed)}: ${fault}`),
        );
        for (const fault of faults) output.print(terminalLine(`FAULT  ${fault}`));
        output.print(
          `${String(calls)} calls, ${String(results.length)} runs: ${faults.length === 0 ? 'ok' : 'not as it has to be'}`,
        );
        output.result(asJson({ calls, results }));
        return faults.length === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    );
}

function requireSeed(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new UsageError(`--seed ${String(value)} is no seed`, 'Give numbers: 3, or 0-19', {
    code: 'BAD_FLAG',
  });
}

/** @throws UsageError for a recipe that cannot be used, and for one beside the problems of a search */
async function requireRecipe(recipe: string, { data, dataset }: KillsFlags): Promise<void> {
  if (data !== undefined || dataset !== undefined) {
    throw new UsageError(
      `--recipe ${recipe} cannot be given with ${data === undefined ? '--dataset' : '--data'}`,
      'Leave one of them out: a recipe names its own sources',
      { code: 'BAD_FLAG' },
    );
  }
  await loadRecipe(recipe);
}

const memoryText = (memory: KillsResult['memory']): string =>
  Object.entries(memory)
    .map(([service, mb]) => `${service} ${mb.toFixed(0)}`)
    .join(', ');

function startOf(
  { data, dataset, recipe, model = 'simulated', limit, concurrency }: KillsFlags,
  method: string,
): readonly string[] {
  const most = limit === undefined ? [] : ['--limit', limit];
  const atATime = ['--concurrency', concurrency ?? '10', '--json'];
  if (recipe !== undefined) {
    return ['dataset', 'build', resolve(recipe), '--model', model, ...atATime, ...most];
  }
  return [
    ...['run', 'start', '--method', method, '--budget', '6'],
    ...(dataset === undefined
      ? knownProblems(data)
      : ['--dataset', resolve(dataset), '--model', model]),
    ...atATime,
    ...most,
  ];
}

function knownProblems(data: string | undefined): readonly string[] {
  return data === undefined
    ? ['--dataset', 'bundled', '--model', 'simulated', '--competence', '0.3']
    : [
        ...['--dataset', join(data, 'humaneval', 'HumanEval.jsonl.gz')],
        ...['--model', `recorded:${join(data, 'recorded', 'humaneval.jsonl.gz')}`],
      ];
}
