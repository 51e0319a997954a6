import { open } from 'node:fs/promises';

import { isRecord } from '../../core/values/is-record';
import { compressors } from '../parquet-rows';
import { reasonOf } from '../reason-of';
import type { RawRow } from './raw-row';
import { sourceFileError } from './source-file-error';

/**
 * Rows of a Parquet file, one row group in memory at a time. Compressions: none, Snappy, gzip, Brotli. Whole numbers may be bigints,
 * since no form reads a number. @throws UsageError for a damaged file or another compression
 */
export async function* parquetRecords(path: string): AsyncGenerator<RawRow> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const handle = await open(path);
  try {
    const file = {
      byteLength: (await handle.stat()).size,
      slice: async (start: number, end?: number) => {
        const length = (end ?? file.byteLength) - start;
        const { buffer } = await handle.read(new Uint8Array(length), 0, length, start);
        return buffer.buffer;
      },
    };
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const rows: readonly unknown[] = await parquetReadObjects({
        ...{ file, metadata, compressors, rowStart, rowEnd },
      });
      for (const row of rows) yield isRecord(row) ? row : {};
      rowStart = rowEnd;
    }
  } catch (cause) {
    throw sourceFileError(path, `cannot be read as Parquet (${reasonOf(cause).slice(0, 200)})`, {
      remedy:
        'Copy or download the file again; or write it with the compression snappy, or as JSON Lines',
      cause,
    });
  } finally {
    await handle.close();
  }
}
