import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { readingError } from './source-file-error';

/** sha256 of the bytes of a file, in hex. @throws UsageError for a file that is absent or cannot be read */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw readingError(path, error);
  }
  return hash.digest('hex');
}
