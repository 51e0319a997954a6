import type { RunSummary } from '../core/metrics/run-summary';
import type { PaidDuplicates, RunRecord } from '../core/ports/records';
import type { ModelConfig } from '../core/schemas/run';
import { assuranceText } from './assurance';
import { curveLines } from './curve';
import type { LoadedRun } from './load-run';
import { countText, intervalText, plural, rateText, usdText } from './number-text';
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

/** Rows of `run show RUN`, without curve and statements. */
export function runRows({
  record,
  summary,
  attempts,
  duplicates,
}: LoadedRun): readonly ReportRow[] {
  const { config } = record;
  return rowsOf([
    ['run', record.id],
    ['status', statusText(record)],
    ['method', config.method],
    ['model', modelText(config.model)],
    ['data set', `${config.dataset.name} (sha256 ${config.dataset.sha256.slice(0, 12)})`],
    [
      'problems',
      config.samples === 1
        ? countText(config.problems.length)
        : `${countText(config.problems.length)} x ${plural(config.samples, 'sample')}`,
    ],
    ...(config.kind === 'search'
      ? ([['budget', `${plural(config.budget, 'program')} per problem`]] as const)
      : []),
    ['seed', String(config.seed)],
    ['verdicts', verdictText(attempts)],
    ['assurance', assuranceText(record.config, attempts)],
    ['completed', `${countText(summary.completed)} of ${countText(summary.total)}`],
    ['solved', countText(summary.solved)],
    ['pass@1', passText(summary)],
    ...gapRows(summary),
    ...openRows(record, attempts),
    ...costRows(summary),
    ...duplicateRows(duplicates),
    ['time-sensitive', timeSensitiveText(summary.timeSensitive)],
  ]);
}

/** Paid for, and used by nobody: the answer that came first stands. */
function duplicateRows({ count, costUsd }: PaidDuplicates): readonly (readonly [string, string])[] {
  return count === 0 ? [] : [['paid twice', `${plural(count, 'answer')}, ${usdText(costUsd)}`]];
}

const rowsOf = (pairs: readonly (readonly [string, string])[]): readonly ReportRow[] =>
  pairs.map(([label, value]) => ({ label, value: terminalLine(value) }));

/** Name, for real endpoints the models of other roles, and the files of a bank. */
export function modelText(model: ModelConfig, shows = { bank: true }): string {
  const others = [
    ...(model.thinkerModel === undefined ? [] : [`Thinker ${model.thinkerModel}`]),
    ...(model.criticModel === undefined ? [] : [`Critic ${model.criticModel}`]),
    ...(model.bank === undefined || !shows.bank ? [] : [model.bank.files.join(', ')]),
  ];
  const name = model.kind === 'endpoint' ? model.name : model.kind;
  return others.length === 0 ? name : `${name} (${others.join('; ')})`;
}

function statusText({ status, reason }: RunRecord): string {
  return reason === null ? status : `${status}: ${reason}`;
}

/** Where verdicts come from; a run that moved between machines names them all. */
function verdictText(attempts: LoadedRun['attempts']): string {
  const sources = attempts.flatMap(({ result }) => {
    const provenance = result?.provenance ?? null;
    return provenance === null ? [] : [`${provenance.provider}, Python ${provenance.python}`];
  });
  return [...new Set(sources)].join('; ') || 'none yet';
}

function passText({ passAt1, interval }: RunSummary): string {
  return passAt1 === null
    ? '- (nothing completed yet)'
    : `${rateText(passAt1)}, 95 % interval ${intervalText(interval)}`;
}

/** What is begun and has not ended, while the run has not. */
function openRows(
  { status, config }: RunRecord,
  attempts: LoadedRun['attempts'],
): readonly (readonly [string, string])[] {
  const open = attempts.filter((attempt) => attempt.status === 'running');
  if (open.length === 0 || (status !== 'running' && status !== 'paused')) return [];
  const some = open.slice(0, shownOpen).map((attempt) => attemptLabel(attempt, config.samples));
  const more = open.length > shownOpen ? ', ...' : '';
  return [['in progress', `${countText(open.length)}: ${some.join(', ')}${more}`]];
}

/** Attempts without a verdict never shrink the denominator silently. */
function gapRows(summary: RunSummary): readonly (readonly [string, string])[] {
  const { unscored, cancelled, total, completed, bounds } = summary;
  return [
    ...(unscored > 0 ? ([['unscored', countText(unscored)]] as const) : []),
    ...(cancelled > 0 ? ([['cancelled', countText(cancelled)]] as const) : []),
    ...(completed < total
      ? ([
          [
            'bounds',
            `${intervalText(bounds)} over all ${countText(total)}, were those without a verdict all failed, or all solved`,
          ],
        ] as const)
      : []),
  ];
}

function costRows(summary: RunSummary): readonly (readonly [string, string])[] {
  const { calls, paidCalls, repeatedCalls } = summary;
  return [
    ['calls', `${countText(calls)} (${countText(paidCalls)} paid in this run)`],
    ['repeated calls', `at most ${countText(repeatedCalls)}`],
    [
      'tokens',
      `${countText(summary.promptTokens)} prompt, ${countText(summary.completionTokens)} completion` +
        (summary.callsWithoutUsage > 0
          ? ` (${plural(summary.callsWithoutUsage, 'call')} without usage not counted)`
          : ''),
    ],
    ['cost', `${usdText(summary.costUsd)} (${usdText(summary.paidUsd)} paid in this run)`],
  ];
}

function timeSensitiveText(problems: readonly string[]): string {
  return problems.length === 0
    ? 'none'
    : `${countText(problems.length)}: ${problems.join(', ')} (used at least half of a time limit)`;
}

/** `run show RUN` as lines: rows, attempts without a verdict, the curve, what must be said. */
export function runTableLines(run: LoadedRun): readonly string[] {
  const { summary } = run;
  const curve = curveLines(summary.curve, summary.repeatedDraws);
  const unfinished = unfinishedLines(run.attempts, run.record.config.samples);
  const statements = runStatements(run);
  return [
    ...textTable(runRows(run).map(({ label, value }) => [label, value])),
    ...(unfinished.length === 0 ? [] : ['', ...unfinished]),
    ...(curve.length === 0 ? [] : ['', ...curve]),
    ...(statements.length === 0 ? [] : ['', ...statements.map((text) => `- ${text}`)]),
  ];
}
