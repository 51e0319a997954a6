import { bootstrapInterval } from '../core/metrics/bootstrap-interval';
import { passAtKs } from '../core/metrics/pass-at-ks';
import { workRow } from '../core/kinds/kinds';
import { phaseCounts } from '../core/metrics/phase-counts';
import { tallyProblems } from '../core/metrics/problem-tally';
import { replyTroubles } from '../core/metrics/reply-troubles';
import type { RunSummary } from '../core/metrics/run-summary';
import { verdictsOf } from '../core/metrics/verdict-path';
import type { UnusableTotals } from '../core/adapters/endpoint-notes';
import type { PaidDuplicates, RunRecord } from '../core/ports/records';
import type { RunConfig } from '../core/schemas/run';
import { usualLeastLevel } from '../core/schemas/verdict';
import { hasUnevenCounts } from '../core/work/planned-attempts';
import { attemptsInProgress } from './attempts-in-progress';
import { assuranceText, withoutPassingReference } from './assurance';
import { curveLines } from './curve';
import { roundLines } from './dialogue/dialogue-rows';
import { modelText } from './author-text';
import { endpointText } from './endpoint-text';
import { reasonsText } from './failure-lines';
import { countReasons } from './find-failures';
import { firstTokenText } from './first-token-text';
import { freshCellsText } from './fresh-cells-text';
import type { RowKind } from './kind-report';
import { kindRows } from './kinds';
import type { LoadedRun } from './load-run';
import { methodText } from './method-text';
import { countText, plural } from '../core/words/plural';
import { intervalText, rateText, usdText } from './number-text';
import { droppedTests, droppedText, visibleTestsText } from './shown-tests';
import { phaseText } from './phase-text';
import { sentAgainText } from './sent-again-text';
import { speculativeText } from './speculative-text';
import { runStatements } from './statements';
import { terminalLine } from './terminal-safe';
import { textTable } from './text-table';
import { attemptLabel, unfinishedLines } from './unfinished';

/** So many problems in progress are named. */
const shownOpen = 5;

/** One line of a table: what it is, and its value as text. */
export interface ReportRow {
  readonly label: string;
  readonly value: string;
}

/** The rows of `run show RUN` in their order. A new row is an entry here and a line in its pin, test/report/run-table.test.ts. */
const rowKinds: readonly RowKind[] = [
  { label: 'run', value: ({ record }) => record.id },
  { label: 'status', value: ({ record }) => statusText(record) },
  { label: 'method', value: ({ record }) => methodText(record.config) },
  { label: 'model', value: asked(({ record }) => modelText(record.config.model)) },
  { label: 'endpoint', value: endpointText },
  { label: 'prompts', value: ({ record }) => promptsText(record.config) },
  { label: 'data set', value: ({ record }) => datasetText(record.config) },
  { label: 'problems', value: ({ record }) => problemsText(record.config) },
  { label: 'visible tests', value: visibleTestsText },
  { label: 'visible tests dropped', value: (run) => droppedText(droppedTests(run)) },
  {
    label: 'budget',
    value: ({ record: { config } }) => {
      const budget = workRow(config.kind).budget(config);
      return budget?.of === 'program' ? `${plural(budget.most, 'program')} per problem` : null;
    },
  },
  ...kindRows('settings'),
  { label: 'seed', value: ({ record }) => String(record.config.seed) },
  {
    label: 'verdicts',
    value: ({ summary, sums }) => (summary.scored ? verdictText(sums) : null),
  },
  { label: 'grading', value: ({ record }) => record.config.grading?.profile ?? null },
  {
    label: 'assurance',
    value: ({ record, summary, sums }) =>
      summary.scored ? assuranceText(record.config, sums.levels) : null,
  },
  {
    label: 'least level',
    value: ({ record: { config }, summary }) =>
      summary.scored && config.assurance !== usualLeastLevel ? config.assurance : null,
  },
  {
    label: 'handles',
    value: ({ sums }) => handlesText(sums.levels.handles),
  },
  {
    label: 'completed',
    value: ({ summary }) => `${countText(summary.completed)} of ${countText(summary.total)}`,
  },
  {
    label: 'solved',
    value: ({ summary: { solved } }) => (solved === null ? null : countText(solved)),
  },
  { label: 'pass@1', value: ({ summary }) => (summary.scored ? passText(summary) : null) },
  { label: 'bootstrap', value: bootstrapText },
  { label: 'pass@k', value: passAtKText },
  {
    label: 'base',
    value: ({ summary: { base } }) =>
      base === null
        ? null
        : `${rateText(base.rate)}, 95 % interval ${intervalText(base.interval)} (the base tests alone)`,
  },
  ...kindRows('figures'),
  { label: 'bad references', value: referencesText },
  {
    label: 'not solved',
    value: ({ record, sums }) => reasonsText(countReasons(record.config, sums)),
  },
  { label: 'not checked', value: ({ summary }) => someText(summary.unchecked) },
  { label: 'unscored', value: ({ summary }) => someText(summary.unscored) },
  { label: '  refused', value: ({ sums }) => someText(sums.levels.refused.length) },
  { label: 'cancelled', value: ({ summary }) => someText(summary.cancelled) },
  { label: 'bounds', value: ({ summary }) => boundsText(summary) },
  { label: 'in progress', value: openText },
  { label: 'next try', value: ({ nextTryMs }) => nextTryText(nextTryMs ?? null) },
  {
    label: 'calls',
    value: asked(
      ({ summary }) =>
        `${countText(summary.calls)} (${countText(summary.paidCalls)} paid in this run)`,
    ),
  },
  {
    label: 'sent again',
    value: asked(({ summary }) => sentAgainText(summary)),
  },
  { label: 'first token', value: firstTokenText },
  { label: 'tokens', value: asked(({ summary }) => tokensText(summary)) },
  {
    label: 'cost',
    value: asked(
      ({ summary }) => `${usdText(summary.costUsd)} (${usdText(summary.paidUsd)} paid in this run)`,
    ),
  },
  { label: 'speculative', value: speculativeText },
  { label: 'unreadable', value: unreadableText },
  {
    label: 'fresh cells',
    value: (run) => (run.summary.scored ? freshCellsText(run) : null),
  },
  { label: 'unusable answers', value: ({ unusable }) => unusableText(unusable) },
  { label: 'paid twice', value: ({ duplicates }) => duplicatesText(duplicates) },
  {
    label: 'time-sensitive',
    value: ({ summary }) => (summary.scored ? timeSensitiveText(summary.timeSensitive) : null),
  },
];

/** null for a run of programs that were there before it: it asks no model. */
function asked(value: (run: LoadedRun) => string): RowKind['value'] {
  return (run) => {
    const { config } = run.record;
    return workRow(config.kind).author(config) === null ? value(run) : null;
  };
}

/** Rows of `run show RUN`, without curve and statements. */
export function runRows(run: LoadedRun): readonly ReportRow[] {
  return rowKinds.flatMap(({ label, value }) => {
    const text = value(run);
    return text === null ? [] : [{ label, value: terminalLine(text) }];
  });
}

/** Below so many problems the bootstrap is too narrow to be told. */
const fewProblems = 30;

/** Of several samples a problem: there the two ways to an interval differ. */
function bootstrapText({ record: { config }, sums, summary }: LoadedRun): string | null {
  if (!summary.scored || config.samples === 1) return null;
  const tallies = tallyProblems(config.problems, verdictsOf(sums.verdicts)).filter(
    ({ of }) => of > 0,
  );
  const interval = tallies.length < fewProblems ? null : bootstrapInterval(tallies);
  return interval === null ? null : `95 % interval ${intervalText(interval)}, by problem`;
}

/** With several samples; k up to what every problem has. */
function passAtKText({ record: { config }, sums, summary }: LoadedRun): string | null {
  if (!summary.scored || config.samples === 1) return null;
  const rates = passAtKs(tallyProblems(config.problems, verdictsOf(sums.verdicts)));
  // Where problems have unlike many, the mean over problems is another figure than the rate over attempts.
  const told = hasUnevenCounts(config) ? rates : rates.filter(({ k }) => k > 1);
  if (told.length === 0) return '- (some problem has no verdict)';
  return told.map(({ k, rate }) => `pass@${String(k)} ${rateText(rate)}`).join(', ');
}

/** Replies that had to be asked for again, by model; none where all could be read. */
function unreadableText({ sums, calls }: LoadedRun): string | null {
  const said = replyTroubles(sums, calls.called).flatMap(({ model, repairs, neutral }) =>
    repairs + neutral === 0
      ? []
      : [`${model}: ${plural(repairs, 'repair question')}, ${plural(neutral, 'neutral value')}`],
  );
  return said.length === 0 ? null : said.join('; ');
}

/** A count that is worth a row when there are any. */
const someText = (count: number): string | null => (count === 0 ? null : countText(count));

/** Of which problems the reference does not pass, and what that means for their verdicts. */
function referencesText({ record: { config }, sums }: LoadedRun): string | null {
  const scoredBy =
    config.grading === undefined
      ? 'scored all the same'
      : `scored, as ${config.grading.profile} does`;
  const remarks = [
    ['unscored', 'the reference fails the hidden tests, so that nothing is scored'],
    ['scored', `the reference fails the hidden tests; ${scoredBy}`],
    [
      'stopped',
      'a limit stopped the reference, or it could not be run, so verdicts there say little',
    ],
    ['unknown', 'they pass at no level, so verdicts there say little'],
  ] as const;
  const said = remarks.flatMap(([remark, words]) => {
    const problems = withoutPassingReference(sums.levels, remark);
    return problems.length === 0 ? [] : [`${namesText(problems)}: ${words}`];
  });
  return said.length === 0 ? null : said.join('; ');
}

/** By name as far as a line has room for them. */
function namesText(problems: readonly string[]): string {
  const shown = problems.slice(0, mostNamed).join(', ');
  const rest = problems.length - mostNamed;
  return `${shown}${rest > 0 ? ` and ${countText(rest)} more` : ''}`;
}

const mostNamed = 10;

/** Verdicts that rest on what the program's own objects said of themselves. */
function handlesText(count: number): string | null {
  return count === 0 ? null : `${plural(count, 'verdict')} used the program's own objects`;
}

function datasetText({ dataset }: RunConfig): string {
  return `${dataset.name} (sha256 ${dataset.sha256.slice(0, 12)})`;
}

/** The set where it is not the usual one, and the hash of the words; null: nothing is known of them. */
function promptsText(config: RunConfig): string | null {
  const { versions } = config;
  if (versions?.prompts === undefined) return null;
  const hash = `sha256 ${versions.prompts.slice(0, 12)}`;
  const chosen = workRow(config.kind).prompts(config);
  if (chosen === null) return hash;
  return `${chosen.set}${chosen.program === 'quoted' ? ', program quoted' : ''} (${hash})`;
}

function problemsText(config: RunConfig): string {
  const { problems, samples } = config;
  const count = countText(problems.length);
  if (samples === 1) return count;
  const most = `${count} x ${plural(samples, 'sample')}`;
  return hasUnevenCounts(config) ? `${most} at the most` : most;
}

/** Paid for, and no answers: in none of the sums above. */
function unusableText(unusable: UnusableTotals): string | null {
  const { count, promptTokens, completionTokens, costUsd } = unusable;
  if (count === 0) return null;
  const tokens = `${countText(promptTokens)} prompt, ${countText(completionTokens)} completion tokens`;
  return `${countText(count)}, not in the sums above: ${tokens}, ${usdText(costUsd)}`;
}

/** Paid for, and used by nobody: the answer that came first stands. */
function duplicatesText({ count, costUsd }: PaidDuplicates): string | null {
  return count === 0 ? null : `${plural(count, 'answer')}, ${usdText(costUsd)}`;
}

function statusText({ status, reason }: RunRecord): string {
  return reason === null ? status : `${status}: ${reason}`;
}

/** Where verdicts come from; a run that moved between machines names them all. */
function verdictText({ levels: { machines } }: LoadedRun['sums']): string {
  const sources = Object.entries(machines).flatMap(([provider, versions]) =>
    Object.keys(versions).map((python) => `${provider}, Python ${python}`),
  );
  return sources.sort().join('; ') || 'none yet';
}

function passText({ passAt1, interval }: RunSummary): string {
  return passAt1 === null
    ? '- (nothing completed yet)'
    : `${rateText(passAt1)}, 95 % interval ${intervalText(interval)}`;
}

/** Attempts that have begun and have not ended, with their phases. */
function openText(run: LoadedRun): string | null {
  const open = attemptsInProgress(run);
  if (open.length === 0) return null;
  const { samples } = run.record.config;
  const some = open.slice(0, shownOpen).map((attempt) => {
    const label = attemptLabel(attempt, samples);
    return attempt.phase === null ? label : `${label} ${attempt.phase}`;
  });
  const more = open.length > shownOpen ? ', ...' : '';
  const counts = phaseText(phaseCounts(open.flatMap(({ phase }) => phase ?? [])));
  const each = counts === '' ? '' : ` (${counts})`;
  return `${countText(open.length)}${each}: ${some.join(', ')}${more}`;
}

/** Of what waits for the outside the first; `run retry-now` does not wait for it. */
function nextTryText(nextTryMs: number | null): string | null {
  if (nextTryMs === null) return null;
  return `${new Date(nextTryMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Attempts without a verdict, or with one that says nothing, never shrink the denominator silently. */
function boundsText({ completed, unchecked, total, bounds }: RunSummary): string | null {
  if (bounds === null || (completed === total && unchecked === 0)) return null;
  const open = [
    ...(completed === total ? [] : ['without a verdict']),
    ...(unchecked === 0 ? [] : ['not checked']),
  ];
  return `${intervalText(bounds)} over all ${countText(total)}, were those ${open.join(' or ')} all failed, or all solved`;
}

function tokensText(summary: RunSummary): string {
  const { promptTokens, completionTokens, callsWithoutUsage } = summary;
  const counted = `${countText(promptTokens)} prompt, ${countText(completionTokens)} completion`;
  return callsWithoutUsage === 0
    ? counted
    : `${counted} (${plural(callsWithoutUsage, 'call')} without usage not counted)`;
}

function timeSensitiveText(problems: readonly string[]): string {
  return problems.length === 0
    ? 'none'
    : `${countText(problems.length)}: ${problems.join(', ')} (used at least half of a time limit)`;
}

/** A budget means nothing where no attempt made a second program: a method of one, or problems that need no more. */
function madeSeveral({ sums }: LoadedRun): boolean {
  return sums.several > 0;
}

/** `run show RUN` as lines. @param without labels of rows that the reader has seen in other terms */
export function runTableLines(run: LoadedRun, without: readonly string[] = []): readonly string[] {
  const { summary } = run;
  const curve = [
    ...(madeSeveral(run) ? curveLines(summary.curve, summary.repeatedDraws) : []),
    ...(summary.dialogue === null ? [] : roundLines(summary.dialogue)),
  ];
  const unfinished = unfinishedLines(run);
  const statements = runStatements(run);
  return [
    ...textTable(
      runRows(run)
        .filter(({ label }) => !without.includes(label))
        .map(({ label, value }) => [label, value]),
    ),
    ...(unfinished.length === 0 ? [] : ['', ...unfinished]),
    ...(curve.length === 0 ? [] : ['', ...curve]),
    ...(statements.length === 0 ? [] : ['', ...statements.map((text) => `- ${text}`)]),
  ];
}
