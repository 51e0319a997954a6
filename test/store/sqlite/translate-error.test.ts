import { EspalierError, type ErrorFate } from '../../../core/errors/errors';
import { BlobMissingError } from '../../../store';
import { isBusy, translateStoreError } from '../../../store/sqlite/translate-error';

const path = '/somewhere/state/store.sqlite';

function driverError(code: string): Error {
  return Object.assign(new Error(`driver says ${code}`), { code });
}

describe('translateStoreError', () => {
  it.each<[string, string, ErrorFate]>([
    ['SQLITE_BUSY', 'STORE_LOCKED', 'retryable'],
    ['SQLITE_BUSY_SNAPSHOT', 'STORE_LOCKED', 'retryable'],
    ['SQLITE_LOCKED', 'STORE_LOCKED', 'retryable'],
    ['SQLITE_FULL', 'STORE_FULL', 'pauses-run'],
    ['ENOSPC', 'STORE_FULL', 'pauses-run'],
    ['EDQUOT', 'STORE_FULL', 'pauses-run'],
    ['SQLITE_CORRUPT', 'STORE_CORRUPT', 'pauses-run'],
    ['SQLITE_CORRUPT_VTAB', 'STORE_CORRUPT', 'pauses-run'],
    ['SQLITE_NOTADB', 'STORE_CORRUPT', 'pauses-run'],
    ['SQLITE_READONLY', 'STORE_NOT_WRITABLE', 'pauses-run'],
    ['SQLITE_READONLY_DBMOVED', 'STORE_NOT_WRITABLE', 'pauses-run'],
    ['SQLITE_CANTOPEN', 'STORE_NOT_WRITABLE', 'pauses-run'],
    ['EACCES', 'STORE_NOT_WRITABLE', 'pauses-run'],
    ['EROFS', 'STORE_NOT_WRITABLE', 'pauses-run'],
    ['SQLITE_IOERR_WRITE', 'STORE_FAILED', 'retryable'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'STORE_FAILED', 'retryable'],
  ])('turns %s into %s, naming the file and keeping the cause', (code, expected, fate) => {
    const cause = driverError(code);
    const error = translateStoreError(cause, path) as EspalierError;
    expect(error).toBeInstanceOf(EspalierError);
    expect(error).toMatchObject({ code: expected, fate, exitCode: 3, cause });
    expect(error.message).toContain(path);
    expect(error.remedy).not.toBe('');
  });

  it('passes our own errors and bugs through', () => {
    for (const error of [new BlobMissingError('a'), new TypeError('a bug'), 'text', null]) {
      expect(translateStoreError(error, path)).toBe(error);
    }
  });
});

describe('isBusy', () => {
  it('knows a lock from everything else', () => {
    expect(isBusy(driverError('SQLITE_BUSY_RECOVERY'))).toBe(true);
    expect(isBusy(driverError('SQLITE_FULL'))).toBe(false);
    expect(isBusy(new Error('SQLITE_BUSY'))).toBe(false);
  });
});
