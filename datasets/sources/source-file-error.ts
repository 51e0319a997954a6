import { UsageError } from '../../core/errors/errors';
import { systemCode } from '../../core/errors/system-code';
import { reasonOf } from '../reason-of';

/** A source file that cannot be used as a whole. */
export function sourceFileError(
  path: string,
  problem: string,
  { remedy, cause }: { readonly remedy: string; readonly cause?: unknown },
): UsageError {
  return new UsageError(`${path} ${problem}`, remedy, { code: 'BAD_SOURCE_FILE', cause });
}

/** What went wrong while bytes of a file were read. A `UsageError` stays as it is. */
export function readingError(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const reason = systemCode(error) ?? reasonOf(error);
  if (reason === 'ENOENT' || reason === 'ENOTDIR') {
    return sourceFileError(path, 'does not exist', {
      remedy: 'Correct the path in the recipe. Paths are relative to the recipe',
      cause: error,
    });
  }
  if (reason === 'EISDIR') {
    return sourceFileError(path, 'is a folder', {
      remedy: 'Give the path of a .jsonl, .json or .parquet file',
      cause: error,
    });
  }
  if (reason.startsWith('Z_')) {
    return sourceFileError(path, `is damaged gzip (${reason})`, {
      remedy: 'Copy or download the file again',
      cause: error,
    });
  }
  return sourceFileError(path, `cannot be read (${reason.slice(0, 200)})`, {
    remedy: 'Make the file readable, or give another one',
    cause: error,
  });
}
