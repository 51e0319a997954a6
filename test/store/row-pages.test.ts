import { rowsTogether } from '../../core/code-feedback/rows-together';
import type { PlannedRow } from '../../core/kinds/dataset/schema';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { keepRows, keptRows, pageAt, rowPage, rowPages } from '../../store';
import { createMemoryBlobs } from '../fakes/memory-blobs';
import { sourceRow } from '../report/datasets/made-dataset';

const rowAt = (place: number, characters = 10): PlannedRow => ({
  row: sourceRow(`own/${String(place)}`, { answer: 'x'.repeat(characters) }),
  ...{ method: 'keep', partners: [], errorClass: null },
});

const large = 5 * 2 ** 20;

async function listed(rows: readonly PlannedRow[]) {
  const blobs = createMemoryBlobs();
  const pages = await keepRows(blobs, rows);
  return { blobs, pages, list: await rowPages(blobs, pages) };
}

describe('the pages of planned rows', () => {
  it('hold the usual number of rows, and the last one the rest', async () => {
    const rows = Array.from({ length: 2 * rowsTogether + 1 }, (_, place) => rowAt(place));
    const { blobs, pages, list } = await listed(rows);
    expect(list.map(({ from }) => from)).toEqual([0, rowsTogether, 2 * rowsTogether]);
    // Earlier versions wrote only hashes, and runs keep their ids.
    expect(JSON.parse(await blobs.get(pages))).toEqual(list.map(({ sha256 }) => sha256));
    expect(await blobs.get(list[2]?.sha256 ?? '')).toBe(canonicalJson(asJson(rows.slice(-1))));
    const { sha256, from } = pageAt(list, rowsTogether + 3);
    expect((await rowPage(blobs, sha256))[rowsTogether + 3 - from]).toEqual(rows[rowsTogether + 3]);
  });

  it('end earlier where rows are large, so that no page becomes a text that is too long', async () => {
    const sizes = [10, large, large, 10, 9 * 2 ** 20, 10];
    const rows = sizes.map((size, place) => rowAt(place, size));
    const { blobs, pages, list } = await listed(rows);
    expect(list.map(({ from }) => from)).toEqual([0, 2, 4, 5]);
    for (const [position, row] of rows.entries()) {
      const { sha256, from } = pageAt(list, position);
      expect((await rowPage(blobs, sha256))[position - from]?.row.id).toBe(row.row.id);
    }
    const ids: string[] = [];
    for await (const { row } of keptRows(blobs, pages)) ids.push(row.id);
    expect(ids).toEqual(rows.map(({ row }) => row.id));
  });

  it('are told in order while they are kept', async () => {
    const told: number[] = [];
    const rows = [rowAt(0, large), rowAt(1, large), rowAt(2)];
    await keepRows(createMemoryBlobs(), rows, (page) => told.push(page.length));
    expect(told).toEqual([1, 2]);
  });

  it('have no page behind the last one', async () => {
    const { list } = await listed([rowAt(0)]);
    expect(() => pageAt(list, rowsTogether)).toThrow(RangeError);
  });
});
