import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { EspalierError } from '../../core/errors/errors';
import { systemCode } from '../../core/errors/system-code';
import {
  StoreCorruptError,
  StoreFailedError,
  StoreFullError,
  StoreLockedError,
  StoreNotWritableError,
} from '../errors';

/** Below this many free bytes a failed write is taken for a full disk, whatever the driver called it. */
const NO_SPACE_BYTES = 64 * 1024;

const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);
const notWritableCodes = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENOENT',
]);

export function isBusy(error: unknown): boolean {
  const code = systemCode(error);
  return code !== null && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

function diskIsFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < NO_SPACE_BYTES;
  } catch {
    return false;
  }
}

/**
 * The one place where errors of driver and file system become ours. Ours pass through, and so does what is neither (a bug).
 */
export function translateStoreError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (error instanceof EspalierError || code === null) return error;
  const facts = { path, cause: error };
  const finding = messageOf(error);
  if (isBusy(error)) return new StoreLockedError(facts);
  if (fullCodes.has(code)) return new StoreFullError(facts);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new StoreCorruptError({ ...facts, finding });
  }
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN')) {
    if (diskIsFull(path)) return new StoreFullError(facts);
  }
  if (notWritableCodes.has(code) || /^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/.test(code)) {
    return new StoreNotWritableError({ ...facts, finding });
  }
  return code.startsWith('SQLITE_') ? new StoreFailedError({ ...facts, finding }) : error;
}
