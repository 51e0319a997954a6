import { PieceBuffer } from './piece';
import type { Piece } from './piece';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The members of the JSON list that is the whole file, one at a time: only one of them is in memory. It looks for the ends of members
 * and leaves the check of their JSON to the reader. A file that ends before its list, or goes on after it, gives an unusable piece.
 */
export async function* listPieces(
  chunks: AsyncIterable<Buffer>,
  mostBytes?: number,
): AsyncGenerator<Piece> {
  const buffer = new PieceBuffer(mostBytes);
  // 0: before the list, 1: between or in plain members, more: in a member that is a list or an object.
  let [depth, row] = [0, 0];
  let [inString, isEscaped, isClosed] = [false, false, false];
  for await (const chunk of chunks) {
    let start = 0;
    for (let place = 0; place < chunk.length && !isClosed; place += 1) {
      const byte = chunk[place];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inString = false;
      } else if (byte === quote) inString = true;
      else if (byte === openObject || byte === openList) {
        depth += 1;
        if (depth === 1) start = place + 1;
      } else if (depth > 1) {
        if (byte === closeObject || byte === closeList) depth -= 1;
      } else if (byte === comma || byte === closeList) {
        buffer.add(chunk.subarray(start, place));
        const where = `row ${String(row)} of the list`;
        const piece = buffer.take(where);
        isClosed = byte === closeList;
        if (piece !== null) yield piece;
        else if (!isClosed) yield { kind: 'unusable', why: `${where} is empty` };
        row += 1;
        start = place + 1;
      }
    }
    buffer.add(chunk.subarray(start));
  }
  const rest = buffer.take('the rest');
  if (!isClosed) yield { kind: 'unusable', why: 'the file ends before its list: it was cut off' };
  else if (rest !== null)
    yield { kind: 'unusable', why: 'there is text after the end of the list' };
}
