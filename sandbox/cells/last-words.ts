import type { Readable } from 'node:stream';

const keptCharacters = 2_000;

/** Reads a stream to its end, keeping the last of it; the returned function tells what is kept so far. */
export function keepLastWords(stream: Readable | null): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-keptCharacters);
  });
  stream?.on('error', () => undefined);
  return () => text;
}
