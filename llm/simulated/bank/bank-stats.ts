import type { BankStats, NameCounts } from '../../../core/simulation/bank-stats';
import type { BankRow } from './bank-row';
import { viewBank } from './bank-view';
import { describeBank } from './describe-bank';
import type { Bank } from './load-bank';

/** @throws UsageError for a source model that the bank does not have */
export function bankStats(bank: Bank, options: { readonly bankModel?: string } = {}): BankStats {
  const view = viewBank(bank, options.bankModel);
  const rows = bank.rows.filter(({ model }) => view.bankModel === null || model === view.bankModel);
  const labels = new Map<string, boolean | null>();
  for (const row of rows) {
    const key = keyOf(row, row.programHash);
    labels.set(key, labels.get(key) ?? row.label);
  }
  const repairs = rows.flatMap((row) =>
    row.parent === null ? [] : [{ row, parent: keyOf(row, row.parent) }],
  );
  const changing = repairs.filter(({ row }) => row.programHash !== row.parent);
  const steps = (from: boolean, to: boolean): number =>
    new Set(
      changing
        .filter(({ row, parent }) => {
          return labels.get(parent) === from && labels.get(keyOf(row, row.programHash)) === to;
        })
        .map(({ row, parent }) => `${parent} ${row.programHash}`),
    ).size;
  const said = [...labels.values()];
  return {
    ...describeBank(bank, options),
    rows: rows.length,
    models: countsOf(rows.map(({ model }) => model)),
    methods: countsOf(rows.map(({ method }) => method)),
    labels: {
      right: said.filter((label) => label === true).length,
      wrong: said.filter((label) => label === false).length,
      unknown: said.filter((label) => label === null).length,
    },
    repairs: {
      rows: repairs.length,
      changing: repairs.length === 0 ? null : changing.length / repairs.length,
      parents: new Set(repairs.map(({ parent }) => parent)).size,
      wrongToRight: steps(false, true),
      rightToWrong: steps(true, false),
    },
  };
}

function keyOf({ problem }: BankRow, program: string): string {
  return `${problem} ${program}`;
}

function countsOf(names: readonly string[]): NameCounts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
