import type { Command } from 'commander';

import { action } from '../../cli/command-context';
import { wordsFlag } from '../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../cli/with-sandbox';
import { asJson } from '../../core/canonical-json';
import { exitCodes, UsageError } from '../../core/errors';
import { terminalLine } from '../../report/terminal-safe';
import { textTable } from '../../report/text-table';
import { gradeRecordedBank, type BankAgreement } from '../grading/grade-recorded-bank';
import { bankNames, loadBanks } from '../grading/recorded-banks';
import { withTrial } from '../with-trial';

interface GradingFlags extends SandboxFlags {
  readonly data?: string;
  readonly bank: string;
}

export function registerGrading(parent: Command): void {
  withSandboxFlags(
    parent
      .command('grading')
      .description(
        'whether grading under the profile of a tool says what was recorded of real programs',
      )
      .option('--data <folder>', 'with recorded/, eval_results/ and the data sets')
      .option('--bank <a,b>', bankNames.join(','), bankNames.join(',')),
  ).action(
    action<GradingFlags>(async (context, { flags }) => {
      const { output } = context;
      sandboxSettings(context, flags);
      const names = wordsFlag('--bank', flags.bank, bankNames);
      if (flags.data === undefined)
        throw new UsageError('grading needs --data', 'Give the folder that holds recorded/', {
          code: 'BAD_FLAG',
        });
      const banks = await loadBanks(flags.data, names);
      return withTrial({ context, flags }, async ({ retrying: sandbox, slots, backend }) => {
        const graded: BankAgreement[] = [];
        for (const bank of banks) {
          const total = String(bank.verdicts.length);
          const onDone = (done: number): void => {
            output.progress([`${bank.name}: ${String(done)}/${total} programs`]);
          };
          graded.push(await gradeRecordedBank(sandbox, bank, { width: slots, onDone }));
          output.progressEnd([`${bank.name}: done`]);
        }
        for (const line of textTable(tableOf(graded))) output.print(line);
        for (const line of graded.flatMap(disagreementLines)) output.print(line);
        output.result(asJson({ provider: backend, banks: graded }));
        return exitCodes.ok;
      });
    }),
  );
}

function tableOf(graded: readonly BankAgreement[]): readonly (readonly string[])[] {
  const rows = graded.map(({ name, profile, programs, agreed, unfit }) => [
    name,
    profile,
    ...[programs, unfit, agreed, programs - unfit - agreed].map(String),
  ]);
  return [['bank', 'profile', 'programs', 'not of its form', 'agree', 'disagree'], ...rows];
}

function disagreementLines({ disagreements }: BankAgreement): readonly string[] {
  return disagreements.map(({ name, recorded, ours, strict, error }) =>
    terminalLine(
      `${name}: recorded ${recorded}, ours ${ours}, strict ${strict ? 'passed' : 'failed'}: ${error.slice(0, 160)}`,
    ),
  );
}
