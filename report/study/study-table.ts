import type { ModelKind } from '../../core/schemas/run';

/** A rate or a difference with its interval at 95 %; all fractions. */
export type Estimate = {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
};

/** null: nothing is known there. */
export type Cell = string | number | Estimate | null;

/** How a column's numbers are written where people read them; files for programs have them as they are. */
export const cellFormats = [
  'text',
  'count',
  'percent',
  /** Of an estimate the value alone. */
  'short-percent',
  'points',
  'number',
  'usd',
] as const;
export type CellFormat = (typeof cellFormats)[number];

export type Column = { readonly label: string; readonly format: CellFormat };

export const tableNames = [
  'methods',
  'shapes',
  'ablations',
  'resolved',
  'curve',
  'effort',
  'failures',
  'replies',
  'runs',
] as const;
export type TableName = (typeof tableNames)[number];

/** One table of a report, of runs whose answers come from one sort of source. */
export type StudyTable = {
  readonly name: TableName;
  readonly source: ModelKind;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
};

export function isEstimate(cell: Cell): cell is Estimate {
  return typeof cell === 'object' && cell !== null;
}

/** `94.5 [89.8, 97.1]`, `1,234`, `$0.0021`; `-` for null. */
export function cellText(cell: Cell, format: CellFormat): string {
  if (cell === null) return '-';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell, format);
  const { value, low, high } = cell;
  const interval =
    low === null || high === null || format === 'short-percent'
      ? ''
      : ` [${numberText(low, format)}, ${numberText(high, format)}]`;
  return `${numberText(value, format)}${interval}`;
}

function numberText(value: number, format: CellFormat): string {
  switch (format) {
    case 'percent':
    case 'short-percent':
      return (100 * value).toFixed(1);
    case 'points':
      return `${value < 0 ? '-' : '+'}${(100 * Math.abs(value)).toFixed(1)}`;
    case 'usd':
      return `$${value.toFixed(4)}`;
    case 'number':
      return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
    case 'count':
    case 'text':
      return String(value).replace(/\B(?=(\d{3})+$)/gu, ',');
  }
}
