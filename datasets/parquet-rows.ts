import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { UsageError } from '../core/errors/errors';
import { isRecord } from '../core/values/is-record';
import { reasonOf } from './reason-of';
import type { JsonRow } from './row-error';

/** The first bytes of a file in Parquet form. */
const magic = 'PAR1';

/** hyparquet itself reads only uncompressed pages and Snappy. */
export const compressors = {
  GZIP: (input: Uint8Array): Uint8Array => new Uint8Array(gunzipSync(input)),
  BROTLI: (input: Uint8Array): Uint8Array => new Uint8Array(brotliDecompressSync(input)),
};

export function isParquet(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('latin1') === magic;
}

/**
 * All rows of a Parquet file, uncompressed or by Snappy, gzip or Brotli. Values are as JSON has them: whole numbers that JavaScript
 * keeps, times as ISO 8601. @throws UsageError for a damaged file, one without rows, or another compression
 */
export async function parquetRows(bytes: Buffer, file: string): Promise<readonly JsonRow[]> {
  const { parquetReadObjects } = await import('hyparquet');
  let rows: readonly unknown[];
  try {
    rows = await parquetReadObjects({
      // A copy, since a Buffer may be part of a larger one.
      file: new Uint8Array(bytes).buffer,
      compressors,
    });
  } catch (cause) {
    throw new UsageError(
      `${file} cannot be read as Parquet (${reasonOf(cause).slice(0, 200)})`,
      'Copy or download the file again; or write it with the compression snappy, or as JSON Lines',
      { code: 'BAD_DATASET_FILE', cause },
    );
  }
  if (rows.length === 0) {
    throw new UsageError(`${file} holds no rows`, 'Give a file with rows', {
      code: 'BAD_DATASET_FILE',
    });
  }
  return rows.map((row, index) => {
    const value = plain(row);
    return { line: index + 1, unit: 'row', value: isRecord(value) ? value : {} };
  });
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
