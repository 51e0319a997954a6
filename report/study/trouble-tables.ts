import { failureReasons } from '../../core/schemas/failure-reason';
import type { CallFigures } from '../../core/metrics/call-figures';
import { replyTroubles } from '../../core/metrics/reply-troubles';
import { authorAtEndpoint } from '../author-text';
import { countReasons } from '../find-failures';
import { plural } from '../../core/words/plural';
import { terminalLine } from '../terminal-safe';
import type { Series } from './series';
import type { TableBody } from './table-body';

/** Why attempts did not solve their problems, by run; a column for each reason that some run has. */
export function failureTable(series: readonly Series[]): TableBody {
  const counts = series.map(({ run }) => countReasons(run.record.config, run.sums));
  const reasons = failureReasons.filter((reason) =>
    counts.some((one) => one[reason] !== undefined),
  );
  return {
    title: 'Attempts that did not solve their problem, by reason',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'attempts', format: 'count' },
      { label: 'solved', format: 'count' },
      ...reasons.map((label) => ({ label, format: 'count' as const })),
    ],
    rows: series.map(({ run, model, method, dataset }, at) => [
      model,
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
      { label: 'model', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'calls', format: 'count' },
      { label: 'repair questions', format: 'count' },
      { label: 'neutral values', format: 'count' },
      { label: 'filtered', format: 'count' },
      { label: 'overflows', format: 'count' },
      { label: 'cut off', format: 'count' },
      { label: 'sent again', format: 'count' },
      { label: 'median s', format: 'number' },
      { label: 'streamed', format: 'count' },
      { label: 'first token s', format: 'number' },
    ],
    rows: series.flatMap(({ run, method, dataset }) =>
      replyTroubles(run.sums, run.calls.called).map((said) => [
        terminalLine(authorAtEndpoint(run.record.config, said.model)),
        method,
        dataset,
        said.calls,
        said.repairs,
        said.neutral,
        said.filtered,
        said.overflows,
        said.cutOff,
        said.resends,
        secondsOf(said.medianLatencyMs),
        said.firstToken.streamed,
        secondsOf(said.firstToken.medianMs),
      ]),
    ),
    notes: [
      'Sent again: an upper bound for what a server saw twice. Median s: from sending to the whole answer.',
      ...firstTokenNotes(series.map(({ run }) => run.calls)),
    ],
  };
}

const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1000);

/** Why a time to the first token is missing, where one is. */
function firstTokenNotes(runs: readonly CallFigures[]): readonly string[] {
  const sum = (part: (run: CallFigures) => number): number =>
    runs.reduce((total, run) => total + part(run), 0);
  const answered = sum(({ called }) => called.models.reduce((all, { calls }) => all + calls, 0));
  const unrecorded = sum(({ firstTokens }) => firstTokens.unrecorded);
  const whole = answered - unrecorded - sum(({ firstTokens }) => firstTokens.streamed ?? 0);
  return [
    'First token: median of the streamed answers.',
    ...(whole === 0
      ? []
      : [
          `Not streamed: ${plural(whole, 'answer')}, of which nobody knows when the first token came.`,
        ]),
    ...(unrecorded === 0
      ? []
      : [
          `Not recorded of ${plural(unrecorded, 'answer')}: whether streamed, and the first token.`,
        ]),
  ];
}
