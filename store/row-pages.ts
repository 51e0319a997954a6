import { rowsTogether } from '../core/code-feedback/rows-together';
import { RowPage, RowPages } from '../core/kinds/dataset/schema';
import type { PlannedRow } from '../core/kinds/dataset/schema';
import type { BlobStore } from '../core/ports/records';
import { asJson, canonicalJson } from '../core/values/canonical-json';
import { parseStored } from './stored-json';

/** Keeps planned rows in pages. @param rows in the order of the run, at least one @returns sha256 of the list of pages */
export async function keepRows(
  blobs: BlobStore,
  rows: AsyncIterable<PlannedRow> | Iterable<PlannedRow>,
): Promise<string> {
  const pages: string[] = [];
  let page: PlannedRow[] = [];
  const keep = async (): Promise<void> => {
    if (page.length > 0) pages.push(await blobs.put(canonicalJson(asJson(page))));
    page = [];
  };
  for await (const row of rows) {
    page.push(row);
    if (page.length === rowsTogether) await keep();
  }
  await keep();
  return blobs.put(canonicalJson(pages));
}

/** All planned rows in the order of the run, a page in memory at a time. @throws BlobMissingError, RecordUnreadableError */
export async function* keptRows(blobs: BlobStore, pages: string): AsyncIterable<PlannedRow> {
  for (const page of await pagesOf(blobs, pages)) yield* await readPage(blobs, page);
}

/** The page of a position. @throws BlobMissingError, RecordUnreadableError */
export async function rowPageAt(
  blobs: BlobStore,
  pages: string,
  position: number,
): Promise<readonly PlannedRow[]> {
  const page = (await pagesOf(blobs, pages))[Math.floor(position / rowsTogether)];
  if (page === undefined) throw new RangeError(`there is no page of rows at ${String(position)}`);
  return readPage(blobs, page);
}

async function pagesOf(blobs: BlobStore, pages: string): Promise<RowPages> {
  return parseStored(RowPages, await blobs.get(pages), 'list of rows');
}

async function readPage(blobs: BlobStore, page: string): Promise<RowPage> {
  return parseStored(RowPage, await blobs.get(page), 'page of rows');
}
