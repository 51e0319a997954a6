import type { BankStats, NameCounts } from '../../core/simulation/bank-stats';
import { countText } from '../../core/words/plural';
import { percentText } from '../number-text';
import { terminalLine } from '../terminal-safe';
import { textTable } from '../text-table';

/** What there is in a bank, a row each. */
export function bankStatsLines(stats: BankStats): readonly string[] {
  const { distinctPrograms: distinct, labels, repairs, selfRepairingMethods: selves } = stats;
  const rows: readonly (readonly [string, string])[] = [
    ['files', stats.files.join(', ')],
    ['sha256', stats.sha256],
    ['rows', countText(stats.rows)],
    ['models', namesText(stats.models)],
    ['methods', namesText(stats.methods)],
    ['methods that repair inside', selves.length === 0 ? 'none' : selves.join(', ')],
    ['problems a Solver can draw for', countText(stats.problems)],
    [
      'distinct programs a problem',
      `${String(distinct.min)} to ${String(distinct.max)}, median ${String(distinct.median)}`,
    ],
    [
      'labels of distinct programs',
      `${countText(labels.right)} right, ${countText(labels.wrong)} wrong, ${countText(labels.unknown)} unknown`,
    ],
    [
      'repairs',
      repairs.changing === null
        ? 'none'
        : `${countText(repairs.rows)} of ${countText(repairs.parents)} programs, ${percentText(repairs.changing)} of them change it`,
    ],
    [
      'wrong to right, right to wrong',
      `${String(repairs.wrongToRight)}, ${String(repairs.rightToWrong)}`,
    ],
  ];
  return textTable(rows.map((row) => row.map(terminalLine)));
}

function namesText(counts: NameCounts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${countText(count)}`)
    .join(', ');
}
