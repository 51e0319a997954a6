import type { Command } from 'commander';

import { action } from '../../cli/command-context';
import { choiceFlag } from '../../cli/choice-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../cli/with-sandbox';
import { cacheFolder } from '../../config/state-folder';
import { extractProgram } from '../../core/agents/extract-program';
import { asJson } from '../../core/canonical-json';
import { exitCodes, UsageError } from '../../core/errors';
import { pythonReader } from '../../datasets';
import { terminalLine } from '../../report/terminal-safe';
import { textTable } from '../../report/text-table';
import { evalPlus, installTool } from '../bench/install-tool';
import { sanitizedByEvalPlus } from '../replies/evalplus-sanitizer';
import { figuresOf, gradeReadings } from '../replies/grade-readings';
import type { FamilyFigures, Reading } from '../replies/grade-readings';
import { loadReplies } from '../replies/reply-rows';
import { withTrial } from '../with-trial';

interface RepliesFlags extends SandboxFlags {
  readonly data?: string;
  readonly against: string;
}

/** Of the replies of which some reading passes, so many are to be read so that they pass. */
const least = 0.985;

export function registerReplies(parent: Command): void {
  withSandboxFlags(
    parent
      .command('replies')
      .description(
        `whether programs are found in replies as models write them; exit 1 below ${String(least * 100)} % of those that can be read`,
      )
      .option('--data <folder>', 'with replies/, humaneval/ and mbpp/')
      .option('--against <tool>', 'evalplus, none: its sanitiser on the same replies', 'evalplus'),
  ).action(
    action<RepliesFlags>(async (context, { flags }) => {
      const { output, settings } = context;
      sandboxSettings(context, flags);
      const against = choiceFlag('--against', flags.against, ['evalplus', 'none'] as const);
      if (flags.data === undefined)
        throw new UsageError('replies needs --data', 'Give the folder that holds replies/', {
          code: 'BAD_FLAG',
        });
      const cacheDir = cacheFolder(settings);
      const rows = await loadReplies(flags.data, cacheDir);
      const readings: Reading[] = rows.map((row) => ({
        reader: 'ours',
        row,
        program: extractProgram(row.reply, { entryPoint: row.entryPoint, ...pythonReader }).program,
      }));
      if (against === 'evalplus') {
        output.note('evalplus: looking for it, or installing it from PyPI');
        const { python } = await installTool(evalPlus, cacheDir);
        const sanitized = await sanitizedByEvalPlus(python, rows, (done) => {
          output.progress([`evalplus: ${String(done)}/${String(rows.length)} replies`]);
        });
        output.progressEnd(['evalplus: done']);
        for (const row of rows)
          readings.push({ reader: 'evalplus', row, program: sanitized.get(row.id) ?? null });
      }
      return withTrial({ context, flags }, async ({ retrying: sandbox, slots, backend }) => {
        const graded = await gradeReadings(readings, {
          sandbox,
          width: slots,
          onDone: (done) => {
            output.progress([`${String(done)}/${String(readings.length)} programs`]);
          },
        });
        output.progressEnd([]);
        const figures = figuresOf(graded);
        const readers = [...new Set(readings.map(({ reader }) => reader))];
        for (const line of tableOf(figures, readers)) output.print(line);
        const lost = graded.filter(
          ({ reader, row, passed }) => reader === 'ours' && row.passesAny && !passed,
        );
        for (const { row } of lost)
          output.print(`not read  ${terminalLine(`${row.id} ${row.model}`)}`);
        output.print(`${backend}`);
        output.result(
          asJson({ provider: backend, figures, notRead: lost.map(({ row }) => row.id) }),
        );
        const all = figures.at(-1);
        const share = all === undefined ? 0 : (all.read['ours'] ?? 0) / all.readable;
        return share >= least ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}

function tableOf(figures: readonly FamilyFigures[], readers: readonly string[]): readonly string[] {
  const share = (read: number, of: number) =>
    `${String(read)} (${of === 0 ? '-' : `${((100 * read) / of).toFixed(1)} %`})`;
  return textTable([
    ['models', 'replies that can be read', ...readers],
    ...figures.map(({ family, readable, read }) => [
      family,
      String(readable),
      ...readers.map((reader) => share(read[reader] ?? 0, readable)),
    ]),
  ]);
}
