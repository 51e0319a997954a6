import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import { UsageError } from '../../../core/errors';
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
    const content = await readFile(path);
    return {
      name,
      mime: mimes[extname(name).toLowerCase()] ?? 'application/octet-stream',
      content,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${path} cannot be given: ${reason}`,
      'Name a file that this user can read',
      { code: 'BAD_FILE', cause: error },
    );
  }
}
