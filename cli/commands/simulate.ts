import { Option } from 'commander';
import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { EspalierError, exitCodes } from '../../core/errors/errors';
import { simulate } from '../../lab/simulation/simulate';
import type { Simulation } from '../../lab/simulation/simulate';
import {
  simulationOptions,
  SimulationRequestSchema,
} from '../../lab/simulation/simulation-request';
import { plural } from '../../core/words/plural';
import { simulationCsv } from '../../report/simulation/simulation-csv';
import {
  gridPointLines,
  methodPairLines,
  starMeaning,
} from '../../report/simulation/simulation-lines';
import { terminalLine } from '../../report/terminal-safe';
import { action } from '../command-context';
import type { CommandContext } from '../command-context';
import { addFlags, readFlags } from '../request-flags';

/** `simulate`: `--json` gives the whole `Simulation`; exit 2 for what cannot be simulated. */
export function registerSimulate(
  program: Command,
  /** Carries a request out; something else in tests. */
  carryOut: typeof simulate = simulate,
): void {
  const command = program
    .command('simulate')
    .description(
      'simulate methods with the programs of a bank, for many seeds and settings, without Temporal and without a model',
    );
  addFlags(command, simulationOptions)
    .addOption(
      new Option(
        '--csv',
        'print CSV, one line per grid point (a method with one combination of settings)',
      ).conflicts('json'),
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<Readonly<Record<string, unknown>>>(async (context, { flags }) => {
        const { output } = context;
        const request = readFlags(SimulationRequestSchema, flags, 'simulate --help');
        const simulation = await interruptible(context, (signal) =>
          carryOut(context, request, {
            signal,
            onProgress: (phase, { done, total }) => {
              output.progress([
                phase === 'grading'
                  ? `grading the bank, once: ${String(done)} of ${String(total)} checks`
                  : `simulating: ${String(done)} of ${String(total)}`,
              ]);
            },
          }),
        );
        output.progressEnd(null);
        if (flags['csv'] === true) {
          for (const line of simulationCsv(simulation)) output.printExactly(line);
        } else {
          print(context, simulation);
        }
        output.result(asJson(simulation));
        return exitCodes.ok;
      }),
    );
}

function print({ output }: CommandContext, simulation: Simulation): void {
  const { dataset, model, seeds, problems, leftOut } = simulation;
  const { distinctPrograms: distinct, sourceModels } = model.bank;
  output.print(
    terminalLine(
      `${plural(problems, 'problem')} of ${dataset.name}, ${plural(seeds.length, 'seed')}, bank ${model.bank.files.join(', ')} ` +
        `(sha256 ${model.bank.sha256.slice(0, 12)}…; ${sourceModels.join(', ')}; ${String(distinct.min)} to ${String(distinct.max)} distinct programs a problem, median ${String(distinct.median)})`,
    ),
  );
  if (simulation.preset !== null) {
    output.print(`As --preset ${simulation.preset} has searches answer that accept nothing.`);
  }
  for (const { problem, why } of leftOut) output.print(terminalLine(`left out ${problem}: ${why}`));
  output.print('');
  for (const line of gridPointLines(simulation)) output.printExactly(line);
  const pairs = methodPairLines(simulation);
  if (pairs.length > 0) {
    output.print('');
    for (const line of pairs) output.printExactly(line);
    output.print('');
    output.print(`*: ${starMeaning(simulation)}`);
  }
  output.print(
    model.kind === 'recorded'
      ? 'Recorded answers are programs that real models once wrote, not answers to these prompts. Intervals are of the draws, not of other problems.'
      : 'The model is simulated: its competence is what was asked for. Intervals are of the draws, not of other problems.',
  );
}

/** The body ends early when the command is interrupted; what was graded is kept. */
async function interruptible<T>(
  { output }: CommandContext,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  const stop = (): void => {
    output.note('stopping: what was graded is kept');
    const error = new EspalierError('the simulation was interrupted', {
      code: 'INTERRUPTED',
      remedy: 'Start it again: it goes on',
      fate: 'cancelled',
      exitCode: exitCodes.failures,
    });
    interrupted.abort(error);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await body(interrupted.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
