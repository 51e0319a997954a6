import { PieceBuffer } from './piece';
import type { Piece } from './piece';

/** The lines of a file that are not blank, one at a time. */
export async function* linePieces(
  chunks: AsyncIterable<Buffer>,
  mostBytes?: number,
): AsyncGenerator<Piece> {
  const buffer = new PieceBuffer(mostBytes);
  let line = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      buffer.add(chunk.subarray(start, end));
      const piece = buffer.take(`line ${String(line)}`);
      if (piece !== null) yield piece;
      line += 1;
      start = end + 1;
    }
    buffer.add(chunk.subarray(start));
  }
  const last = buffer.take(`line ${String(line)}`);
  if (last !== null) yield last;
}
