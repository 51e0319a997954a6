import type { RunConfig } from '../../core/schemas/run';
import { assuranceText } from '../assurance';
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
    ],
    rows: series.map(({ run, model, method, dataset }) => {
      const { record, summary, attempts } = run;
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
        assuranceText(record.config, attempts),
        summary.promptTokens + summary.completionTokens,
        summary.costUsd,
      ];
    }),
    notes: [
      'Visible tests: which a method was shown; so many problems have none, and so many tests were dropped because the reference fails them.',
      'Bounds: pass@1 over all attempts, were those without a verdict, or not checked, all failed, or all solved.',
    ],
  };
}

function visibleText({ dataset: { visibleTests } }: RunConfig): string | null {
  return visibleTests === undefined ? null : terminalLine(visibleSource(visibleTests));
}

function boundsText([low, high]: readonly [number, number]): string {
  return `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`;
}
