import { freshCells } from '../../core/metrics/fresh-cells';
import type { RunConfig } from '../../core/schemas/run';
import { assuranceText } from '../assurance';
import { plural } from '../../core/words/plural';
import { droppedTests, visibleSource, withoutTests } from '../shown-tests';
import { terminalLine } from '../terminal-safe';
import type { Series } from './series';
import type { TableBody } from './table-body';

/** Every run of the report: what it is, what its verdicts rest on, and what is open. */
export function runListTable(series: readonly Series[]): TableBody {
  return {
    title: 'The runs',
    columns: [
      { label: 'run', format: 'text' },
      { label: 'model', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'sha256', format: 'text' },
      { label: 'visible tests', format: 'text' },
      { label: 'without any', format: 'count' },
      { label: 'dropped', format: 'count' },
      { label: 'status', format: 'text' },
      { label: 'attempts', format: 'count' },
      { label: 'with verdict', format: 'count' },
      { label: 'bounds', format: 'percent' },
      { label: 'assurance', format: 'text' },
      { label: 'tokens', format: 'count' },
      { label: 'cost', format: 'usd' },
      { label: 'sent again', format: 'count' },
      { label: 'fresh cells', format: 'count' },
    ],
    rows: series.map(({ run, model, method, dataset }) => {
      const { record, summary, sums } = run;
      return [
        terminalLine(record.id),
        model,
        method,
        dataset,
        record.config.dataset.sha256.slice(0, 12),
        visibleText(record.config),
        withoutTests(run),
        droppedTests(run).reduce((sum, { dropped }) => sum + dropped.length, 0),
        record.status,
        summary.total,
        summary.completed,
        summary.bounds === null ? null : boundsText(summary.bounds),
        assuranceText(record.config, sums.levels),
        summary.promptTokens + summary.completionTokens,
        summary.costUsd,
        summary.repeatedCalls,
        freshCells(sums.cells).cells,
      ];
    }),
    notes: [
      ...cellNotes(series),
      'Visible tests: which a method was shown; so many problems have none, and so many tests were dropped because the reference fails them.',
      'Bounds: pass@1 over all attempts, were those without a verdict, or not checked, all failed, or all solved.',
    ],
  };
}

function visibleText({ dataset: { visibleTests } }: RunConfig): string | null {
  return visibleTests === undefined ? null : terminalLine(visibleSource(visibleTests));
}

/** What the machine did meanwhile, and where no record says. */
function cellNotes(series: readonly Series[]): readonly string[] {
  const unrecorded = series.flatMap(({ run: { record, sums } }) => {
    const count = freshCells(sums.cells).unrecorded;
    return count === 0 ? [] : [`${terminalLine(record.id)} (${plural(count, 'attempt')})`];
  });
  return [
    'Sent again: requests sent beyond their first time, an upper bound for what a server saw twice. Fresh cells: of the sandbox, started anew since the one before broke under a program; an attempt that has no verdict for it says so itself.',
    ...(unrecorded.length === 0
      ? []
      : [`Fresh cells are not recorded of ${unrecorded.join(', ')}.`]),
  ];
}

function boundsText([low, high]: readonly [number, number]): string {
  return `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`;
}
