import type { z } from 'zod';

import { UsageError } from '../core/errors/errors';

/** One row of a data file, parsed as JSON; a number that JavaScript would change is an `ExactNumber`. */
export interface JsonRow {
  /** From 1; of a list in a .json file, the row's number. */
  readonly line: number;
  /** What `line` counts; absent: lines. */
  readonly unit?: 'row' | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface RowPlace {
  readonly file: string;
  readonly line: number;
  readonly unit?: 'row' | undefined;
  readonly field?: string;
}

/** A row we cannot use: the message names file, line and field. */
export function rowError(place: RowPlace, problem: string, remedy: string): UsageError {
  const field = place.field === undefined ? '' : `, field ${JSON.stringify(place.field)}`;
  return new UsageError(
    `${place.file}, ${place.unit ?? 'line'} ${place.line}${field}: ${problem}`,
    remedy,
    {
      code: 'BAD_DATASET_ROW',
    },
  );
}

/** @throws UsageError naming file, line and field. */
export function parseRow<Row>(schema: z.ZodType<Row>, row: JsonRow, file: string): Row {
  const parsed = schema.safeParse(row.value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join('.') ?? '';
  const missing = !(String(issue?.path[0]) in row.value);
  throw rowError(
    { file, line: row.line, unit: row.unit, field },
    missing ? 'is missing' : (issue?.message ?? 'is not valid'),
    missing
      ? `Add ${JSON.stringify(field)} to the row, or remove the ${row.unit ?? 'line'}`
      : `Correct ${JSON.stringify(field)} in the row, or remove the ${row.unit ?? 'line'}`,
  );
}

/** @param field of the ids @throws UsageError naming both lines when two rows have one id. */
export function checkUniqueIds(
  rows: readonly ({ readonly id: string } & Pick<JsonRow, 'line' | 'unit'>)[],
  file: string,
  field: string,
): void {
  const lines = new Map<string, number>();
  for (const { id, line, unit } of rows) {
    const first = lines.get(id);
    if (first !== undefined) {
      throw rowError(
        { file, line, unit, field },
        `${JSON.stringify(id)} stands on ${unit ?? 'line'} ${first} already`,
        'Remove one of the two rows, or give it an id of its own',
      );
    }
    lines.set(id, line);
  }
}
