import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeParquet } from '../../../../report/datasets/export/write-parquet';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-parquet-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Rows of the row groups of a file with so many rows of so many characters each. */
async function groupsOf(rows: number, chars: number): Promise<readonly number[]> {
  const path = join(folder, 'rows.parquet');
  await writeParquet(
    path,
    { text: 'text' },
    (async function* () {
      for (let at = 0; at < rows; at += 1) yield { row: { text: String(at) }, chars };
    })(),
  );
  const { parquetMetadata } = await import('hyparquet');
  const { buffer } = new Uint8Array(await readFile(path));
  return parquetMetadata(buffer).row_groups.map(({ num_rows }) => Number(num_rows));
}

describe('a Parquet file', () => {
  it('has row groups of at most 1000 rows', async () => {
    expect(await groupsOf(2100, 10)).toEqual([1000, 1000, 100]);
  });

  it('begins a row group after 8 million characters', async () => {
    expect(await groupsOf(8, 2_500_000)).toEqual([4, 4]);
  });

  it('has no row group without rows', async () => {
    expect(await groupsOf(0, 0)).toEqual([]);
  });
});
