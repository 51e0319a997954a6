import { join } from 'node:path';

import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { numbersFlag } from '../../../cli/numbers-flag';
import { parseNumber, wholeFlag } from '../../../cli/parse-number';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { runStruck, runUndisturbed, type KillsResult } from '../kills/run-kills';

interface KillsFlags {
  readonly seed: string;
  readonly strikes?: string;
  readonly data?: string;
  readonly limit?: string;
  readonly concurrency?: string;
  readonly latencyMs?: string;
}

export function registerKills(parent: Command): void {
  parent
    .command('kills')
    .description(
      'a run whose processes are killed and stopped at random: nothing is lost, repeated or changed; exit 1 when something is',
    )
    .option('--seed <n,m-k>', 'which strikes; a run for each', '0')
    .option('--strikes <n>', 'kills, stops and losses of the engine in each run', '8')
    .option('--data <folder>', 'with humaneval/ and recorded/; default: the bundled problems')
    .option('--limit <n>', 'only the first n problems')
    .option('--concurrency <n>', 'problems at a time', '10')
    .option('--latency-ms <n>', 'of the model', '200')
    .option('--json', 'one document on stdout')
    .action(
      action<KillsFlags>(async ({ output }, { flags }) => {
        const seeds = numbersFlag({ least: 0, whole: true })(flags.seed).map(requireSeed);
        const setting = {
          start: startOf(flags),
          latencyMs: parseNumber('latencyMs', flags.latencyMs, { least: 0, whole: true }) ?? 200,
          strikes: wholeFlag('strikes', flags.strikes, 8),
        };
        output.note('a run that nothing happens to');
        const undisturbed = await runUndisturbed(setting);
        const results: KillsResult[] = [];
        for (const seed of seeds) {
          const said = (words: string): void => {
            output.note(`seed ${String(seed)}: ${words}`);
          };
          results.push(await runStruck(setting, undisturbed, { seed, said }));
        }
        const table = textTable([
          ['seed', 'strikes', 'resumed', 'repeats in the log', 'in the table', 'faults'],
          ...results.map((one) => [
            String(one.seed),
            String(one.strikes.length),
            String(one.resumed),
            String(one.repeats),
            `${String(one.shown.known)} to ${String(one.shown.atMost)}`,
            String(one.faults.length),
          ]),
        ]);
        for (const line of table) output.print(line);
        const faults = results.flatMap((one) =>
          one.faults.map((fault) => `seed ${String(one.seed)}: ${fault}`),
        );
        for (const fault of faults) output.print(terminalLine(`FAULT  ${fault}`));
        output.print(
          `${String(undisturbed.arrivals.size)} calls, ${String(results.length)} runs: ${faults.length === 0 ? 'ok' : 'not as it has to be'}`,
        );
        output.result(asJson({ calls: undisturbed.arrivals.size, results }));
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

function startOf({ data, limit, concurrency }: KillsFlags): readonly string[] {
  const parts =
    data === undefined
      ? ['--dataset', 'bundled', '--model', 'simulated', '--competence', '0.3']
      : [
          ...['--dataset', join(data, 'humaneval', 'HumanEval.jsonl.gz')],
          ...['--model', `recorded:${join(data, 'recorded', 'humaneval.jsonl.gz')}`],
        ];
  return [
    ...['run', 'start', '--method', 'code-tree', '--budget', '6', ...parts],
    ...['--concurrency', concurrency ?? '10', '--json'],
    ...(limit === undefined ? [] : ['--limit', limit]),
  ];
}
