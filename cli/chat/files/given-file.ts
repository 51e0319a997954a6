import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import { UsageError } from '../../../core/errors/errors';
import { systemReason } from '../../system-reason';
import type { GivenFile } from '../../../lab/chats/chats';

const mimes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.py': 'text/x-python',
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** A cell takes requests of 64 MiB, and content travels in base 64. */
const largestGivenFile = 32 * 1024 * 1024;

function tooLarge(path: string, bytes: number): UsageError {
  return new UsageError(
    `${path} cannot be given: it has ${String(bytes)} bytes, at most ${String(largestGivenFile)} are taken`,
    'Give a part of it',
    { code: 'BAD_FILE' },
  );
}

/** A file of the person's, known in the session by its last name. @throws UsageError (`BAD_FILE`) */
export async function readGivenFile(path: string): Promise<GivenFile> {
  const name = basename(path);
  if (/\p{Cc}/u.test(name)) {
    throw new UsageError(
      `the name ${JSON.stringify(name)} cannot be used`,
      'Give it another name',
      {
        code: 'BAD_FILE',
      },
    );
  }
  try {
    const { size } = await stat(path);
    if (size > largestGivenFile) throw tooLarge(path, size);
    const content = await readFile(path);
    return {
      name,
      mime: mimes[extname(name).toLowerCase()] ?? 'application/octet-stream',
      content,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = systemReason(error);
    throw new UsageError(
      `${path} cannot be given: ${reason}`,
      'Name a file that this user can read',
      { code: 'BAD_FILE', cause: error },
    );
  }
}
