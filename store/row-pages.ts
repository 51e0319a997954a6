import { rowsTogether } from '../core/code-feedback/rows-together';
import { RowPage, RowPages } from '../core/kinds/dataset/schema';
import type { PlannedRow } from '../core/kinds/dataset/schema';
import type { BlobStore } from '../core/ports/records';
import { asJson, canonicalJson } from '../core/values/canonical-json';
import { parseStored } from './stored-json';

/** A row may have 64 MiB, and a text has at most 512 Mi characters: a page ends before a row that makes it longer than this. */
const mostCharacters = 8 * 2 ** 20;

/** Where the rows of a page stand in their run. `to` is excluded. */
export interface PlannedPage {
  readonly sha256: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Keeps planned rows in pages.
 * @param rows in the order of the run, at least one
 * @param kept is told of each page
 * @returns sha256 of the list of pages
 */
export async function keepRows(
  blobs: BlobStore,
  rows: AsyncIterable<PlannedRow> | Iterable<PlannedRow>,
  kept: (page: readonly PlannedRow[]) => void = () => undefined,
): Promise<string> {
  const pages: { readonly page: string; readonly rows: number }[] = [];
  let page: PlannedRow[] = [];
  let texts: string[] = [];
  let characters = 0;
  const keep = async (): Promise<void> => {
    if (page.length === 0) return;
    pages.push({ page: await blobs.put(`[${texts.join(',')}]`), rows: page.length });
    kept(page);
    [page, texts, characters] = [[], [], 0];
  };
  for await (const row of rows) {
    const text = canonicalJson(asJson(row));
    if (characters + text.length > mostCharacters) await keep();
    page.push(row);
    texts.push(text);
    characters += text.length;
    if (page.length === rowsTogether) await keep();
  }
  await keep();
  const last = pages.length - 1;
  const list = pages.map((one, place) =>
    one.rows === rowsTogether || place === last ? one.page : one,
  );
  return blobs.put(canonicalJson(list));
}

/** All planned rows in the order of the run, a page in memory at a time. @throws BlobMissingError, RecordUnreadableError */
export async function* keptRows(blobs: BlobStore, pages: string): AsyncIterable<PlannedRow> {
  for (const { sha256 } of await rowPages(blobs, pages)) yield* await rowPage(blobs, sha256);
}

/** The pages of a run, in order. The last one may end before `to`. @throws BlobMissingError, RecordUnreadableError */
export async function rowPages(blobs: BlobStore, pages: string): Promise<readonly PlannedPage[]> {
  const list = parseStored(RowPages, await blobs.get(pages), 'list of rows');
  let from = 0;
  return list.map((one) => {
    const { page, rows } = typeof one === 'string' ? { page: one, rows: rowsTogether } : one;
    const planned = { sha256: page, from, to: from + rows };
    from = planned.to;
    return planned;
  });
}

/** The page of a position. @param pages as `rowPages` lists them */
export function pageAt(pages: readonly PlannedPage[], position: number): PlannedPage {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle]?.to ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const page = pages[low];
  if (page === undefined) throw new RangeError(`there is no page of rows at ${String(position)}`);
  return page;
}

/** The rows of a page. @throws BlobMissingError, RecordUnreadableError */
export async function rowPage(blobs: BlobStore, sha256: string): Promise<RowPage> {
  return parseStored(RowPage, await blobs.get(sha256), 'page of rows');
}
