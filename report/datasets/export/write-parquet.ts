import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { ByteWriter } from 'hyparquet-writer' with { 'resolution-mode': 'import' };

import type { Columns } from '../../../core/code-feedback/export/columns';
import { parquetSchema } from './parquet-schema';

export interface ParquetRow {
  readonly [column: string]: unknown;
}

/** Most rows and characters of a row group. One group is in memory at a time. */
const groupRows = 1000;
const groupChars = 8_000_000;

/**
 * Writes rows to a Parquet file, compressed with Snappy, one row group in memory at a time. The same rows give the same bytes.
 * @param rows the text of each row and what it holds
 */
export async function writeParquet(
  path: string,
  columns: Columns,
  rows: AsyncIterable<{ readonly row: ParquetRow; readonly chars: number }>,
): Promise<void> {
  const library = await import('hyparquet-writer');
  const file = await open(path, 'w');
  try {
    const writer = writerTo(file, new library.ByteWriter());
    const createdBy = 'espalier';
    const parquet = new library.ParquetWriter({
      ...{ writer, schema: parquetSchema(columns), createdBy },
    });
    let group: ParquetRow[] = [];
    let held = 0;
    const write = async (): Promise<void> => {
      const data = (name: string): unknown[] => group.map((row) => stored(row[name]));
      const columnData = Object.keys(columns).map((name) => ({ name, data: data(name) }));
      await parquet.write({ columnData, rowGroupSize: group.length });
      [group, held] = [[], 0];
    };
    for await (const { row, chars } of rows) {
      group.push(row);
      held += chars;
      if (group.length === groupRows || held >= groupChars) await write();
    }
    if (group.length > 0) await write();
    await parquet.finish();
  } finally {
    await file.close();
  }
}

/** The writer takes whole numbers as bigints. Only columns are numbers, no members of theirs. */
function stored(value: unknown): unknown {
  return typeof value === 'number' ? BigInt(value) : value;
}

/** A writer whose bytes go to a file after each row group. */
function writerTo(file: FileHandle, bytes: ByteWriter): ByteWriter & { flush(): Promise<void> } {
  const flush = async (): Promise<void> => {
    await file.writeFile(bytes.getBytes());
    bytes.index = 0;
  };
  return Object.assign(bytes, { flush, finish: flush });
}
