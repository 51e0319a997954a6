import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { readingError, sourceFileError } from './source-file-error';

const chunkBytes = 256 * 1024;

/** The first bytes as they are in the file. @throws UsageError for a file that is absent or cannot be read */
export async function firstBytes(path: string, count: number): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(count), position: 0 });
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readingError(path, error);
  }
}

/**
 * The bytes of a file in chunks, unpacked if its first bytes are those of gzip.
 * @throws UsageError for a file that is absent, cannot be read, or is damaged gzip
 */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const start = await firstBytes(path, 2);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  if (!isGzip && path.endsWith('.gz') && start.length > 0) {
    throw sourceFileError(path, 'ends in .gz and is not gzip', {
      remedy: 'Compress it with gzip, or remove .gz from its name',
    });
  }
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const bytes: Readable = isGzip
    ? // Errors of both streams arrive where the last one is read.
      pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => undefined)
    : file;
  try {
    for await (const chunk of bytes) yield chunk as Buffer;
  } catch (error) {
    throw readingError(path, error);
  } finally {
    bytes.destroy();
    file.destroy();
  }
}
