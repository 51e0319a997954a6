import { constants } from 'node:fs';
import { access, mkdir, open, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { systemCode } from '../../core/errors/system-code';
import { isRecord } from '../../core/values/is-record';
import {
  EngineDatabaseCorruptError,
  EngineDatabaseLockedError,
  EngineVersionMismatchError,
} from '../errors';
import { DiskFullError, folderFailure } from '../../processes/errors';
import { processesWithOpenFile } from '../../processes/open-files';
import { readJson, writeJsonAtomically } from '../../processes/json-file';
import type { TemporalBinary } from '../temporal-binary';

/** Every SQLite database begins so. */
const magic = Buffer.from('SQLite format 3\0', 'latin1');
/** A new database takes 3 MB; a server on a full disk repeats its complaint for ever instead of ending. */
const leastFreeBytes = 16 * 1024 * 1024;
/** A killed server's files outlive it by moments. */
const releaseMs = 2_000;

/**
 * What must hold before a server is started on the file. Only makes the folder. @throws StateFolderNotWritableError,
 * DiskFullError, EngineDatabaseCorruptError, EngineVersionMismatchError, EngineDatabaseLockedError
 */
export async function checkDatabase(database: string, binary: TemporalBinary): Promise<void> {
  const folder = dirname(database);
  await checkFolder(folder);
  if (await exists(database)) {
    await checkFile(database);
    await checkMaker(database, binary);
    await checkHolders(database);
  }
  await checkRoom(folder);
}

/** Remembered beside the database once a server has answered on it. */
export async function rememberVersion(database: string, serverVersion: string): Promise<void> {
  if ((await databaseVersion(database)) === serverVersion) return;
  await writeJsonAtomically(versionPath(database), { serverVersion });
}

/** The server version that made the database; null when it is not known. */
export async function databaseVersion(database: string): Promise<string | null> {
  const content = await readJson(versionPath(database));
  const version = isRecord(content) ? content['serverVersion'] : undefined;
  return typeof version === 'string' ? version : null;
}

function versionPath(database: string): string {
  return join(dirname(database), 'engine.version.json');
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderFailure(error, folder);
  }
}

async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < leastFreeBytes) throw new DiskFullError(folder, { freeBytes });
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw folderFailure(error, path);
  }
}

async function checkFile(database: string): Promise<void> {
  if (!(await stat(database)).isFile()) {
    throw new EngineDatabaseCorruptError(database, 'it is not a file');
  }
  try {
    const handle = await open(database, 'r+');
    try {
      const { bytesRead, buffer } = await handle.read(
        Buffer.alloc(magic.length),
        0,
        magic.length,
        0,
      );
      if (bytesRead === 0) throw new EngineDatabaseCorruptError(database, 'it is empty');
      if (!buffer.equals(magic)) {
        throw new EngineDatabaseCorruptError(database, 'it does not begin like an SQLite database');
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw folderFailure(error, database);
  }
}

async function checkMaker(database: string, binary: TemporalBinary): Promise<void> {
  const madeBy = await databaseVersion(database);
  if (madeBy === null || madeBy === binary.serverVersion) return;
  throw new EngineVersionMismatchError(database, {
    madeBy,
    found: binary.serverVersion,
    path: binary.path,
  });
}

/** In WAL mode a second server opens the file without complaint, so the lock that SQLite has is not enough. */
async function checkHolders(database: string): Promise<void> {
  const until = Date.now() + releaseMs;
  for (;;) {
    const holders = await processesWithOpenFile(database);
    if (holders.length === 0) return;
    if (Date.now() > until) throw new EngineDatabaseLockedError(database, holders);
    await sleep(100);
  }
}
