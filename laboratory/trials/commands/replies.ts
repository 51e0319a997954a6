import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { choiceFlag } from '../../../cli/choice-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { cacheFolder } from '../../../config/state-folder';
import { extractProgram } from '../../../core/agents/extract-program';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { pythonReader } from '../../../datasets';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { evalPlus, installTool } from '../bench/install-tool';
import { sanitizedByEvalPlus } from '../replies/evalplus-sanitizer';
import { figuresOf, gradeReadings } from '../replies/grade-readings';
import type { FamilyFigures, Reading } from '../replies/grade-readings';
import { judgementFigures } from '../replies/judgement-figures';
import type { JudgementFigures } from '../replies/judgement-figures';
import { isReadAsWanted, loadJudgements } from '../replies/judgement-rows';
import { loadReplies } from '../replies/reply-rows';
import { holdsCode, loadWithoutProgram } from '../replies/without-code';
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
        `whether programs, judgements and lists are found in replies as models write them; exit 1 below ${String(least * 100)} % of the programs that can be read, or when a reply without code became one`,
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
      const programOf = ({ reply, entryPoint }: { reply: string; entryPoint: string }) =>
        extractProgram(reply, { entryPoint, ...pythonReader }).program;
      const codeless = [
        ...rows.filter(({ reply }) => !holdsCode(reply)),
        ...(await loadWithoutProgram(flags.data)),
      ];
      const invented = codeless.filter((row) => programOf(row) !== null);
      const judgements = await loadJudgements(flags.data);
      const readings: Reading[] = rows.map((row) => ({
        reader: 'ours',
        row,
        program: programOf(row),
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
        output.print('');
        output.print(
          `replies without code: ${String(codeless.length)}, of which ${String(invented.length)} became a program`,
        );
        for (const { id, model } of invented)
          output.print(`invented  ${terminalLine(`${id} ${model}`)}`);
        output.print('');
        const judged = judgementFigures(judgements);
        for (const line of judgementTable(judged)) output.print(line);
        const misread = judgements.filter((row) => !isReadAsWanted(row));
        for (const { id, kind, model } of misread)
          output.print(`misread  ${terminalLine(`${id} ${kind} ${model}`)}`);
        output.print(`${backend}`);
        output.result(
          asJson({
            provider: backend,
            figures,
            notRead: lost.map(({ row }) => row.id),
            withoutCode: codeless.length,
            invented: invented.map(({ id }) => id),
            judgements: judged,
            misread: misread.map(({ id }) => id),
          }),
        );
        const all = figures.at(-1);
        const share = all === undefined ? 0 : (all.read['ours'] ?? 0) / all.readable;
        return share >= least && invented.length === 0 ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}

function judgementTable(figures: readonly JudgementFigures[]): readonly string[] {
  return textTable([
    ['kind', 'models', 'replies with one reading', 'read so'],
    ...figures.map(({ kind, family, readable, read }) => [
      kind,
      family,
      String(readable),
      shareOf(read, readable),
    ]),
  ]);
}

function shareOf(read: number, of: number): string {
  return `${String(read)} (${of === 0 ? '-' : `${((100 * read) / of).toFixed(1)} %`})`;
}

function tableOf(figures: readonly FamilyFigures[], readers: readonly string[]): readonly string[] {
  return textTable([
    ['models', 'replies that can be read', ...readers],
    ...figures.map(({ family, readable, read }) => [
      family,
      String(readable),
      ...readers.map((reader) => shareOf(read[reader] ?? 0, readable)),
    ]),
  ]);
}
