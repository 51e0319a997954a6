import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { datasetFacts, problemFacts } from '../../../lab/datasets/facts';
import type { DatasetFacts, ProblemFacts } from '../../../lab/datasets/facts';
import { knownDrops } from '../../../lab/datasets/known-drops';
import type { KnownDrops } from '../../../lab/datasets/known-drops';
import { loadByName } from '../../../lab/datasets/load-by-name';
import { namesRun } from '../../../lab/datasets/names-run';
import { problemOf } from '../../../lab/datasets/problem-of';
import { withStore } from '../../../lab/with-store';
import { plural } from '../../../core/words/plural';
import { droppedText } from '../../../report/shown-tests';
import { terminalLine, terminalSafe } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';
import type { CommandContext } from '../../command-context';
import { showMade } from './show-made';

/**
 * `dataset show`: `--json` gives a `DatasetFacts`, or with an id a `ProblemFacts`; of a run of `dataset build` a `DatasetSummary`, or
 * with an id a `DatasetRow`.
 */
export function registerDatasetShow(dataset: Command): void {
  dataset
    .command('show <name> [id]')
    .summary('show a data set, or one problem or row of it')
    .description(
      'show a data set, or one problem as models see it. <name> can also be a run of `dataset build`: then show its numbers, or everything that one row rests on; [id] is the id of a source row or of an exported dialogue',
    )
    .option('--visible-tests <rule|file>', 'which tests are visible, as in `run start`')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly visibleTests?: string }>(async (context, call) => {
        const { settings, output } = context;
        const { visibleTests } = call.flags;
        const name = word(call, 0);
        const [, id] = call.words;
        if (await namesRun(context, name)) {
          const asked = { run: name, row: id, visibleTests };
          await withStore(context, (store) => showMade(context, store, asked));
          return exitCodes.ok;
        }
        const loaded = await loadByName(name, settings, visibleTests).catch(orNoRun(name));
        if (id === undefined) {
          showSet(output, datasetFacts(loaded, await knownDrops(context, loaded)));
        } else {
          const row = problemOf(loaded, id);
          const drops = await knownDrops(context, { ...loaded, rows: [row] });
          showProblem(output, problemFacts(row, drops));
        }
        return exitCodes.ok;
      }),
    );
}

/** Says of a word that names nothing that it could have been a run, too. */
function orNoRun(name: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UsageError) || error.code !== 'UNKNOWN_DATASET') throw error;
    throw new UsageError(
      `there is neither a data set nor a run ${JSON.stringify(name)}`,
      `${error.remedy}. \`espalier run list\` shows the runs`,
      { code: 'UNKNOWN_DATASET', cause: error },
    );
  };
}

function showSet(output: CommandContext['output'], facts: DatasetFacts): void {
  const kinds = Object.entries(facts.kinds).map(([kind, count]) => `${kind} ${String(count)}`);
  const visible = Object.entries(facts.visible).map(
    ([tests, count]) => `${tests}: ${String(count)}`,
  );
  const lines = [
    ['data set', facts.dataset],
    ['sha256', facts.sha256],
    ['form', facts.form],
    ['problems', String(facts.problems)],
    ['kinds of task', kinds.join(', ')],
    ['visible tests', visible.join(', ')],
    ...dropLines(facts.drops, facts.references > 0),
    ['references', String(facts.references)],
    ['repeated rows', String(facts.repeated)],
    ...facts.leftOut.map(({ problem, leftOut, kept }) => [
      'tests left out',
      `${String(leftOut)} of ${String(leftOut + kept)} of ${problem}: more output than can be compared`,
    ]),
    ['ids', `${facts.firstIds.join(', ')}${facts.problems > facts.firstIds.length ? ', …' : ''}`],
  ];
  printTable(output, lines);
  output.result(asJson(facts));
}

function showProblem(output: CommandContext['output'], facts: ProblemFacts): void {
  printTable(output, [
    ['problem', facts.problem],
    ['data set', facts.dataset],
    ['kind of task', facts.kind],
    ['entry point', facts.entryPoint ?? '(a whole program)'],
    ['visible tests', String(facts.visibleTests)],
    ...dropLines(facts.drops, facts.reference),
    ['hidden tests', String(facts.hiddenTests)],
    ['reference', facts.reference ? 'yes' : 'no'],
  ]);
  output.printExactly(`\n${terminalSafe(facts.text)}`);
  output.result(asJson(facts));
}

/** Which visible tests are not shown, and how that is known; without a reference nobody can say it. */
function dropLines(drops: KnownDrops | null, hasReference: boolean): string[][] {
  if (!hasReference) return [];
  if (drops === null) {
    return [['  dropped by runs', 'not known yet: no run has tried the references here']];
  }
  const text = droppedText(drops.dropped) ?? 'none';
  return [
    ['  dropped by runs', `${text} (${plural(drops.tried, 'problem')} tried by ${drops.run})`],
  ];
}

function printTable(output: CommandContext['output'], lines: readonly string[][]): void {
  for (const line of textTable(lines.map((cells) => cells.map(terminalLine)))) output.print(line);
}
