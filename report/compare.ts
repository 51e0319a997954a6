import { assertNever } from '../core/values/assert-never';
import { workRow } from '../core/kinds/kinds';
import type { DialogueSummary } from '../core/kinds/dialogue/summary';
import { clusteredInterval } from '../core/metrics/clustered-interval';
import { tallyProblems } from '../core/metrics/problem-tally';
import { verdictsOf } from '../core/metrics/verdict-path';
import { modelKinds } from '../core/schemas/run';
import type { ModelKind, RunConfig } from '../core/schemas/run';
import { assuranceCounts, assuranceText, levelsByProblem } from './assurance';
import { shownPoints } from './curve';
import { countsText, hasSuites } from './dialogue/dialogue-rows';
import { endpointText } from './endpoint-text';
import { judgingSets, visibleDifferences } from './judging-set';
import { kindDifferences, kindRows } from './kinds';
import type { LoadedRun } from './load-run';
import { methodText } from './method-text';
import { countText, plural } from '../core/words/plural';
import { intervalText, rateText, usdText } from './number-text';
import { authorText } from './author-text';
import { visibleSource } from './shown-tests';
import { sentAgainText } from './sent-again-text';
import { runStatements } from './statements';
import { terminalLine } from './terminal-safe';
import { textTable } from './text-table';

/** Runs whose answers come from the same sort of source, side by side. */
export interface ComparisonTable {
  readonly kind: ModelKind;
  readonly title: string;
  /** One column per run, in the order asked for. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly cells: readonly string[] }[];
  /** What makes the columns differ in more than one thing, and what every figure rests on. */
  readonly notes: readonly string[];
}

export interface Comparison {
  readonly tables: readonly ComparisonTable[];
  /** Why there is more than one table; null for one. */
  readonly split: string | null;
}

/** Figures of real, recorded and simulated models are never put in one table: they do not mean the same. */
export function compareRuns(runs: readonly LoadedRun[]): Comparison {
  const tables = modelKinds.flatMap((kind) => {
    const members = runs.filter(({ record }) => record.config.model.kind === kind);
    return members.length === 0 ? [] : [compareAlike(kind, members)];
  });
  return {
    tables,
    split:
      tables.length > 1
        ? 'These runs are shown in separate tables: answers of simulated, recorded and real models are not comparable.'
        : null,
  };
}

/** `run show A B C` as lines. @param columns of the terminal: letters replace run ids that make the table wider */
export function comparisonLines(
  runs: readonly LoadedRun[],
  columns: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { tables, split } = compareRuns(runs);
  return [
    ...(split === null ? [] : [split, '']),
    ...tables.flatMap((table, index) => [
      ...(index === 0 ? [] : ['']),
      table.title,
      ...tableLines(table, columns),
      ...(table.notes.length === 0 ? [] : ['', ...table.notes.map((note) => `- ${note}`)]),
    ]),
  ];
}

function tableLines({ columns: ids, rows }: ComparisonTable, columns: number): readonly string[] {
  const under = (heads: readonly string[]) =>
    textTable([['', ...heads], ...rows.map(({ label, cells }) => [label, ...cells])]);
  const lines = under(ids);
  if (lines.every((line) => line.length <= columns)) return lines;
  const heads = ids.map((_, index) => shortHead(index, ids.length));
  return [...ids.map((id, index) => `${heads[index] ?? ''}  ${id}`), ...under(heads)];
}

/** A letter each; numbers where there are more runs than letters. */
function shortHead(index: number, of: number): string {
  return of <= 26 ? String.fromCharCode('A'.charCodeAt(0) + index) : String(index + 1);
}

/** Of a table of runs whose answers come from there. */
export function sourceTitle(kind: ModelKind): string {
  switch (kind) {
    case 'simulated':
      return 'Simulated model';
    case 'recorded':
      return 'Recorded answers of real models';
    case 'endpoint':
      return 'Models behind an endpoint';
    case 'none':
      return 'No model';
    default:
      return assertNever(kind);
  }
}

function compareAlike(kind: ModelKind, runs: readonly LoadedRun[]): ComparisonTable {
  const unstable = timeSensitiveOf(runs);
  const oneKind = isOneKind(runs);
  const oneEndpoint = !sameNameElsewhere(runs);
  const scored = (text: (run: LoadedRun) => string) => (run: LoadedRun) =>
    run.summary.scored ? text(run) : '-';
  const row = (label: string, cell: (run: LoadedRun) => string) => ({
    label,
    cells: runs.map((run) => terminalLine(cell(run))),
  });
  return {
    kind,
    title: sourceTitle(kind),
    columns: runs.map(({ record }) => terminalLine(record.id)),
    rows: [
      row('method', ({ record }) => methodText(record.config)),
      row('model', ({ record }) => authorText(record.config)),
      ...(kind === 'endpoint' ? [row('endpoint', (run) => endpointText(run) ?? '-')] : []),
      row('data set', ({ record }) => record.config.dataset.name),
      ...(visibleDifferences(runs).length === 0 ? [] : [row('visible tests', visibleCell)]),
      row('attempts', ({ summary }) => countText(summary.total)),
      row('budget', ({ record }) => budgetText(record.config)),
      ...ownRows(runs),
      row('seed', ({ record }) => String(record.config.seed)),
      row('status', ({ record }) => record.status),
      row('comparable', ({ summary }) =>
        oneKind && oneEndpoint && !summary.steered ? 'yes' : 'not comparable',
      ),
      row(
        'assurance',
        scored(({ record, sums }) => assuranceText(record.config, sums.levels)),
      ),
      row(
        'handles',
        scored(({ sums }) => countText(sums.levels.handles)),
      ),
      ...(runs.some(({ record }) => record.config.grading !== undefined)
        ? [row('grading', ({ record }) => record.config.grading?.profile ?? 'strict')]
        : []),
      row('completed', ({ summary }) => countText(summary.completed)),
      row('solved', ({ summary: { solved } }) => (solved === null ? '-' : countText(solved))),
      row(
        'pass@1',
        scored(({ summary }) => rateText(summary.passAt1)),
      ),
      row(
        '  95 % interval',
        scored(({ summary }) => intervalText(summary.interval)),
      ),
      row('  bounds', scored(boundsText)),
      row(
        `  without ${String(unstable.size)} time-sensitive`,
        scored((run) => stableText(run, unstable)),
      ),
      row('programs', ({ summary: { programs } }) =>
        programs === null ? '-' : countText(programs),
      ),
      row('calls', ({ summary }) => countText(summary.calls)),
      row('sent again', ({ summary }) => sentAgainText(summary)),
      row('tokens', ({ summary }) => countText(summary.promptTokens + summary.completionTokens)),
      row('cost', ({ summary }) => usdText(summary.costUsd)),
      ...curveRows(runs),
      ...roundRows(runs),
    ],
    notes: [...differences(runs), ...statementsOf(runs)],
  };
}

function visibleCell({ record: { config } }: LoadedRun): string {
  const { visibleTests } = config.dataset;
  return visibleTests === undefined ? '-' : visibleSource(visibleTests);
}

/** Attempts without a verdict, or not checked, are failures at worst and successes at best. */
function boundsText({ summary: { completed, unchecked, total, bounds } }: LoadedRun): string {
  return completed === total && unchecked === 0 ? 'as above' : intervalText(bounds);
}

/** Problems that came near a time limit in any of the runs: their verdicts depend on the machine. */
function timeSensitiveOf(runs: readonly LoadedRun[]): ReadonlySet<string> {
  return new Set(runs.flatMap(({ summary }) => summary.timeSensitive));
}

function stableText({ record, sums }: LoadedRun, unstable: ReadonlySet<string>): string {
  const problems = record.config.problems.filter((problem) => !unstable.has(problem));
  const tallies = tallyProblems(problems, verdictsOf(sums.verdicts));
  const of = tallies.reduce((sum, one) => sum + one.of, 0);
  const solved = tallies.reduce((sum, one) => sum + one.solved, 0);
  if (of === 0) return '-';
  return `${rateText(solved / of)} ${intervalText(clusteredInterval(tallies))}`;
}

/** One model name at two addresses, or answered by two models: nobody knows that it is the same model. */
function sameNameElsewhere(runs: readonly LoadedRun[]): boolean {
  const facts = runs.map(({ record: { config }, calls }) => ({
    name: config.model.name,
    ...calls.endpoint,
  }));
  return facts.some(({ name, address, servedModels }, index) =>
    facts.slice(index + 1).some((other) => {
      const bothSay = servedModels.length > 0 && other.servedModels.length > 0;
      const sameServed = servedModels.join('\n') === other.servedModels.join('\n');
      return other.name === name && (other.address !== address || (bothSay && !sameServed));
    }),
  );
}

function isOneKind(runs: readonly LoadedRun[]): boolean {
  return new Set(runs.map(({ record }) => record.config.kind)).size <= 1;
}

/** Most programs, or rounds, that a problem may get. */
function budgetText(config: RunConfig): string {
  const budget = workRow(config.kind).budget(config);
  if (budget === null) return '-';
  return budget.of === 'program' ? countText(budget.most) : plural(budget.most, budget.of);
}

/** Rows that some kind has for itself, where it says something of a run. */
function ownRows(runs: readonly LoadedRun[]): ComparisonTable['rows'] {
  return kindRows('comparison').flatMap(({ label, value }) => {
    const said = runs.map(value);
    if (said.every((text) => text === null)) return [];
    return [{ label, cells: said.map((text) => text ?? '-') }];
  });
}

/** What dialogues came to, round by round; none where there is none. */
function roundRows(runs: readonly LoadedRun[]): ComparisonTable['rows'] {
  const summaries = runs.map(({ summary }) => summary.dialogue);
  const most = Math.max(0, ...summaries.map((summary) => summary?.rounds.length ?? 0));
  if (most === 0) return [];
  const said = (label: string, text: (summary: DialogueSummary) => string) => ({
    label,
    cells: summaries.map((summary) => (summary === null ? '-' : text(summary))),
  });
  const suites = summaries.some((summary) => summary !== null && hasSuites(summary));
  return [
    ...Array.from({ length: most }, (_, index) => index).flatMap((index) => {
      const after = `  after ${plural(index + 1, 'round')}`;
      const base = said(`${after}, base`, ({ rounds }) =>
        rateText(rounds[index]?.base?.rate ?? null),
      );
      return [
        said(after, ({ rounds }) => rateText(rounds[index]?.all.rate ?? null)),
        ...(suites ? [base] : []),
      ];
    }),
    said('fixed', ({ fixed, failedFirst }) => `${countText(fixed)} of ${countText(failedFirst)}`),
    said('fix rate', ({ fixRate }) => rateText(fixRate)),
    said('  95 % interval', ({ fixInterval }) => intervalText(fixInterval)),
    said('regressed', ({ regressed }) => countText(regressed)),
    said('stops', ({ stops }) => countsText(stops) ?? '-'),
  ];
}

/** The budgets that all of the runs have, and the curve of each there. */
function curveRows(runs: readonly LoadedRun[]): ComparisonTable['rows'] {
  const longest = runs.reduce<LoadedRun['summary']['curve']>(
    (best, { summary }) => (summary.curve.length > best.length ? summary.curve : best),
    [],
  );
  return shownPoints(longest).map(({ budget }) => ({
    label: `  after ${String(budget)} program${budget === 1 ? '' : 's'}`,
    cells: runs.map(({ summary }) => {
      const rate = summary.curve[budget - 1]?.rate ?? null;
      const repeats = summary.repeatedDraws !== null && budget > summary.repeatedDraws.from;
      return rate === null ? '-' : `${rateText(rate)}${repeats ? '*' : ''}`;
    }),
  }));
}

/** What else differs between the runs than what they are compared for. */
export function differences(runs: readonly LoadedRun[]): readonly string[] {
  const differ = (part: (run: LoadedRun) => unknown): boolean =>
    new Set(runs.map((run) => JSON.stringify(part(run)))).size > 1;
  const setOf = judgingSets(runs);
  return [
    ...(isOneKind(runs) ? [] : ['Not the same kind of work.']),
    ...(differ((run) => [setOf(run), run.record.config.problems])
      ? ['Not the same problems: these runs differ in data set or selection.']
      : []),
    ...visibleDifferences(runs),
    ...(sameNameElsewhere(runs)
      ? ['One model name, but not the same endpoint, or not the same model served there.']
      : []),
    ...(differ(({ record }) => promptsOf(record.config)) ? ['Not the same prompts.'] : []),
    ...(differ(({ record: { config } }) => [config.versions?.extraction, config.versions?.grading])
      ? ['Not the same versions of reading replies or of grading.']
      : []),
    ...(isOneKind(runs) ? differentlyOpen(runs) : []),
    ...(differ(({ record }) => record.config.seed) ? ['Not the same seed.'] : []),
    ...(differ(({ record }) => budgetText(record.config)) ? ['Not the same budget.'] : []),
    ...kindDifferences.flatMap(({ of, note }) =>
      differ(({ record }) => of(record.config)) ? [note] : [],
    ),
    ...(differ(({ record }) => record.config.model.bank?.sha256) ? ['Not the same bank.'] : []),
    ...(differ(({ record: { config } }) => [config.limits, config.assurance, config.assuranceOf]) ||
    levelsDiffer(runs)
      ? ['Not the same limits or assurance of verdicts.']
      : []),
    ...(differ(({ record }) => record.config.grading)
      ? ['Not graded by the same profile: their verdicts do not mean the same.']
      : []),
    ...(runs.some(({ summary }) => summary.repeatedDraws !== null)
      ? ['*: with draws that repeat, because the bank has no further distinct programs there.']
      : []),
  ];
}

/** What was asked with. */
function promptsOf(config: RunConfig): unknown {
  return [config.versions?.prompts, workRow(config.kind).prompts(config)];
}

/** Runs whose rates cover different problems, by data set, since verdicts are missing. None if all lack the same problems. */
export function differentlyOpen(runs: readonly LoadedRun[]): readonly string[] {
  const openOf = ({ sums, record }: LoadedRun): string => {
    const judged = tallyProblems(record.config.problems, verdictsOf(sums.verdicts));
    const missing = judged.flatMap(({ problem, of }) =>
      of < record.config.samples ? [[problem, record.config.samples - of]] : [],
    );
    return JSON.stringify(missing);
  };
  const setOf = judgingSets(runs);
  return [...new Set(runs.map(setOf))].flatMap((set) => {
    const own = runs.filter((run) => setOf(run) === set);
    if (new Set(own.map(openOf)).size <= 1) return [];
    const [first] = own;
    const name = terminalLine(first?.record.config.dataset.name ?? '');
    return [
      `Not the same attempts are without a verdict (${name}): the rates are of different problems, and only the bounds are of the same.`,
    ];
  });
}

/** Of the verdicts there are, in all and problem by problem; a run without any is not different for that. */
function levelsDiffer(runs: readonly LoadedRun[]): boolean {
  const used = runs
    .map(({ sums }) => Object.keys(assuranceCounts(sums.levels)).join())
    .filter((levels) => levels !== '');
  const byProblem = levelsByProblem(runs.map(({ sums }) => sums.levels));
  return new Set(used).size > 1 || [...byProblem.values()].some(({ size }) => size > 1);
}

/** A statement that all share is made once; others name their run. */
export function statementsOf(runs: readonly LoadedRun[]): readonly string[] {
  const said = runs.map((run) => ({ id: terminalLine(run.record.id), texts: runStatements(run) }));
  const texts = [...new Set(said.flatMap((one) => one.texts))];
  return texts.map((text) => {
    const by = said.filter((one) => one.texts.includes(text)).map(({ id }) => id);
    return by.length === runs.length ? text : `${by.join(', ')}: ${text}`;
  });
}
