/** The same bytes in pieces of so many, the last one of fewer; however they come, the pieces are the same. */
export async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    let from = 0;
    while (bytes + chunk.length - from >= size) {
      const end = from + size - bytes;
      yield Buffer.concat([...held, chunk.subarray(from, end)]);
      held = [];
      bytes = 0;
      from = end;
    }
    if (from < chunk.length) {
      // A copy: whoever made the chunk may use its memory for the next one.
      held.push(Buffer.from(chunk.subarray(from)));
      bytes += chunk.length - from;
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}
