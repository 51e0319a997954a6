import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { assuranceLevels } from '../../../core/schemas/verdict';
import { checkReferences } from '../../../lab/datasets/check-references';
import type { CheckedReferences, FailedReference } from '../../../lab/datasets/check-references';
import { loadByName } from '../../../lab/datasets/load-by-name';
import { problemOf } from '../../../lab/datasets/problem-of';
import { plural } from '../../../core/words/plural';
import { terminalLine } from '../../../report/terminal-safe';
import type { DroppedTests } from '../../../report/shown-tests';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';
import type { CommandContext } from '../../command-context';
import { sandboxSettings, withSandbox, withSandboxFlags } from '../../with-sandbox';
import type { SandboxFlags } from '../../with-sandbox';

interface VisibleFlag {
  readonly visibleTests?: string;
}

/** `dataset check`: `--json` gives a `CheckedReferences`; exit 1 when a reference fails the hidden check. */
export function registerDatasetCheck(
  dataset: Command,
  /** Where programs run; another place in tests. */
  within: typeof withSandbox = withSandbox,
): void {
  withSandboxFlags(
    dataset
      .command('check <name> [ids...]')
      .description(
        'run the reference solutions of all or some problems on all tests; exit 1 if a reference solution fails. A run with --grading strict does not score a problem whose reference solution fails',
      )
      .option('--visible-tests <rule|file>', 'which tests are visible, as in `run start`'),
  ).action(
    action<SandboxFlags & VisibleFlag>(async (context, call) => {
      const { settings, output } = context;
      const { flags } = call;
      sandboxSettings(context, flags);
      const { checkTwice } = await import('../../../sandbox/index.js');
      const ids = call.words.slice(1);
      const loaded = await loadByName(word(call, 0), settings, flags.visibleTests);
      const rows = ids.length === 0 ? loaded.rows : ids.map((id) => problemOf(loaded, id));
      const checked = await within({ context, flags }, ({ retrying, slots }) =>
        checkReferences(
          { ...loaded, rows },
          {
            check: async (check) => (await checkTwice(retrying, check)).result,
            width: slots,
            onDone: (done, total) => {
              output.progress([`${loaded.name}: ${String(done)} of ${String(total)} references`]);
            },
          },
        ),
      );
      output.progressEnd([`${loaded.name}: done`]);
      tell(context, checked);
      return checked.failed.length === 0 ? exitCodes.ok : exitCodes.failures;
    }),
  );
}

function tell({ output }: CommandContext, checked: CheckedReferences): void {
  const { dataset, failed, misled, without, passed } = checked;
  const tried = failed.length + assuranceLevels.reduce((sum, level) => sum + passed[level], 0);
  const counts = assuranceLevels.map((level) => String(passed[level]));
  for (const line of textTable([
    ['data set', 'problems', 'references', ...assuranceLevels, 'fail'],
    [dataset, String(checked.problems), String(tried), ...counts, String(failed.length)],
  ])) {
    output.print(line);
  }
  if (without.length > 0) {
    output.print(
      `\n${plural(without.length, 'problem')} without a reference: nobody has tried their tests.`,
    );
  }
  if (checked.dropped.length > 0) {
    output.print(
      '\nVisible tests that the reference itself fails, while it passes the hidden ones; runs do not show them:',
    );
    for (const line of textTable(checked.dropped.flatMap(droppedRows))) output.print(line);
  }
  const of = (all: readonly FailedReference[], trouble: FailedReference['trouble']) =>
    textTable(all.filter((one) => one.trouble === trouble).map(failedRow));
  const told = [
    [
      'Visible tests on which a limit stopped the reference; they are shown:',
      of(misled, 'stopped'),
    ],
    ['Not to be scored, because their own references fail:', of(failed, 'fails')],
    [
      'Scored, though a limit stopped their references, so that verdicts say little:',
      of(failed, 'stopped'),
    ],
  ] as const;
  for (const [title, lines] of told) {
    if (lines.length === 0) continue;
    output.print(`\n${title}`);
    for (const line of lines) output.print(line);
  }
  output.result(asJson(checked));
}

function droppedRows({ problem, of, dropped }: DroppedTests): readonly (readonly string[])[] {
  return dropped.map(({ test, became }) => [
    terminalLine(problem),
    `${String(dropped.length)} of ${String(of)}`,
    became,
    terminalLine(test),
  ]);
}

function failedRow({ id, kind, error, listed }: FailedReference): readonly string[] {
  const [said = ''] = (error ?? '').trim().split('\n').slice(-1);
  return [id, kind, (listed ?? said).slice(0, 200)].map(terminalLine);
}
