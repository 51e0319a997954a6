import type { RawRow } from './raw-row';
import { RowFault } from './row-fault';

/** The text of a column. @throws RowFault where it is absent, not a text or blank */
export function filledText(raw: RawRow, column: string): string {
  const text = anyText(raw, column);
  if (text.trim() === '') throw new RowFault(`column ${JSON.stringify(column)} is empty`);
  return text;
}

/** The text of a column, which may be empty. @throws RowFault where it is absent or not a text */
export function anyText(raw: RawRow, column: string): string {
  const value = raw[column];
  if (typeof value === 'string') return value;
  const state = value === undefined || value === null ? 'is missing' : 'is not a text';
  throw new RowFault(`column ${JSON.stringify(column)} ${state}`);
}

/** The text of a column, or '' where the row has none. */
export function textOrNone(raw: RawRow, column: string): string {
  const value = raw[column];
  return typeof value === 'string' ? value : '';
}
