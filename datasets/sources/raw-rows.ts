import { plainText } from '../../core/words/plain-text';
import { isRecord } from '../../core/values/is-record';
import { isParquet } from '../parquet-rows';
import { fileChunks, firstBytes } from './file-chunks';
import { linePieces } from './line-pieces';
import { listPieces } from './list-pieces';
import { parquetRecords } from './parquet-records';
import { isBlank, PieceBuffer } from './piece';
import type { Piece } from './piece';
import type { RawRow } from './raw-row';

export type RawRead =
  | { readonly kind: 'record'; readonly record: RawRow }
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Rows of a file, one at a time: Parquet (told by its first bytes), a list in a .json file, or one object a line; plain or gzip.
 * @throws UsageError for a file that cannot be read as a whole
 */
export async function* rawRows(path: string): AsyncGenerator<RawRead> {
  if (isParquet(await firstBytes(path, 4))) {
    for await (const record of parquetRecords(path)) yield { kind: 'record', record };
    return;
  }
  for await (const piece of await piecesOf(path)) {
    yield piece.kind === 'text' ? recordOf(piece) : piece;
  }
}

const headBytes = 64 * 1024;

async function piecesOf(path: string): Promise<AsyncIterable<Piece>> {
  if (!/\.json(\.gz)?$/.test(path)) return linePieces(fileChunks(path));
  const head = await headOf(path);
  if (head.startsWith('[')) return listPieces(fileChunks(path));
  return isFirstLineWhole(head) ? linePieces(fileChunks(path)) : wholePiece(fileChunks(path));
}

/** The beginning of the unpacked text, without the white space before it. */
async function headOf(path: string): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of fileChunks(path)) {
    const start = parts.length > 0 ? 0 : chunk.findIndex((byte) => !isBlank(byte));
    if (start < 0) continue;
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length >= headBytes) break;
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\ufeff\s*/, '');
}

/** A line that is longer than the head counts as whole: objects that span lines have short first lines. */
function isFirstLineWhole(head: string): boolean {
  const end = head.indexOf('\n');
  if (end < 0) return head.length >= headBytes;
  try {
    JSON.parse(head.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

/** A .json file that is one object over several lines. */
async function* wholePiece(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const buffer = new PieceBuffer();
  for await (const chunk of chunks) buffer.add(chunk);
  const piece = buffer.take('the file');
  if (piece !== null) yield piece;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function recordOf({ bytes, where }: Extract<Piece, { kind: 'text' }>): RawRead {
  const unusable = (why: string): RawRead => ({ kind: 'unusable', why: `${where} ${why}` });
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return unusable('is not UTF-8 text');
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { kind: 'record', record: value };
    return unusable(`is ${Array.isArray(value) ? 'a list' : 'a single value'}, not a JSON object`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The reason quotes the row.
    return unusable(`is not JSON (${plainText(reason.slice(0, 200))})`);
  }
}
