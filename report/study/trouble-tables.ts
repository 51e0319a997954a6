import { replyTroubles } from '../../core/metrics/reply-troubles';
import { failureReasons } from '../../core/metrics/failure-reason';
import { countReasons } from '../load-failures';
import { terminalLine } from '../terminal-safe';
import type { Series } from './series';
import type { TableBody } from './table-body';

/** Why attempts did not solve their problems, by run; a column for each reason that some run has. */
export function failureTable(series: readonly Series[]): TableBody {
  const counts = series.map(({ run }) => countReasons(run.failures));
  const reasons = failureReasons.filter((reason) =>
    counts.some((one) => one[reason] !== undefined),
  );
  return {
    title: 'Attempts that did not solve their problem, by reason',
    columns: [
      { label: 'method', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'attempts', format: 'count' },
      { label: 'solved', format: 'count' },
      ...reasons.map((label) => ({ label, format: 'count' as const })),
    ],
    rows: series.map(({ run, method, dataset }, at) => [
      method,
      dataset,
      run.summary.total,
      run.summary.solved,
      ...reasons.map((reason) => counts[at]?.[reason] ?? 0),
    ]),
    notes: ['`espalier run show RUN --failed` names the problems.'],
  };
}

/** What of the models' replies could not be used, and what the connection cost; null: no model was asked. */
export function replyTable(series: readonly Series[]): TableBody | null {
  if (series.every(({ run }) => run.record.config.model.kind === 'none')) return null;
  return {
    title: 'Replies that could not be used as they came, by model',
    columns: [
      { label: 'method', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'model', format: 'text' },
      { label: 'calls', format: 'count' },
      { label: 'repair questions', format: 'count' },
      { label: 'neutral values', format: 'count' },
      { label: 'filtered', format: 'count' },
      { label: 'overflows', format: 'count' },
      { label: 'cut off', format: 'count' },
      { label: 'sent again', format: 'count' },
      { label: 'median s', format: 'number' },
    ],
    rows: series.flatMap(({ run, method, dataset }) =>
      replyTroubles(run.attempts, run.calls).map((said) => [
        method,
        dataset,
        terminalLine(said.model),
        said.calls,
        said.repairs,
        said.neutral,
        said.filtered,
        said.overflows,
        said.cutOff,
        said.resends,
        said.medianLatencyMs === null ? null : said.medianLatencyMs / 1000,
      ]),
    ),
    notes: [
      'Sent again: an upper bound for what a server saw twice. Not recorded, and so not here: the time to the first token, and how often a box of the sandbox was tried again.',
    ],
  };
}
