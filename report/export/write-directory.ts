import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { EspalierError, NotReadyError, UsageError } from '../../core/errors/errors';
import { makeFolder } from './make-folder';

/** What a file of an export holds; streams are asked for when it is written. */
export type FileContent = string | Uint8Array | (() => AsyncIterable<Uint8Array>);

const unfinishedPrefix = '.espalier-export-';

/** Checks that a folder may be written to, before filling it. @throws UsageError: no folder, or not empty without `force` */
export async function checkDirectory(directory: string, force: boolean): Promise<void> {
  const found = await stat(directory).catch((error: unknown) => absent(directory, error));
  if (found === null) return;
  if (!found.isDirectory()) {
    throw new UsageError(`${directory} is not a folder`, 'Name a folder, or one to be made', {
      code: 'EXPORT_NOT_A_FOLDER',
    });
  }
  const entries = (await readdir(directory)).filter((name) => !name.startsWith(unfinishedPrefix));
  if (entries.length > 0 && !force) {
    throw new UsageError(
      `${directory} is not empty`,
      'Name an empty folder, or add --force to replace the files of an earlier export in it',
      { code: 'EXPORT_NOT_EMPTY' },
    );
  }
}

/**
 * Writes files, whose names may lead into folders below it, into a folder so that a reader never sees half of one: they are made beside it (a folder that does not
 * exist appears whole) or inside it (each file is renamed into place, the last name last).
 * @throws UsageError or, of a disk in trouble, NotReadyError (`EXPORT_NOT_WRITABLE`) naming the folder; nothing of ours is left
 * then.
 */
export async function writeDirectory(
  directory: string,
  files: readonly (readonly [name: string, content: FileContent])[],
): Promise<void> {
  const target = resolve(directory);
  let unfinished: string | null = null;
  try {
    const exists = (await stat(target).catch((error: unknown) => absent(target, error))) !== null;
    const place = exists ? target : dirname(target);
    await makeFolder(place);
    unfinished = join(place, `${unfinishedPrefix}${randomUUID()}`);
    await mkdir(unfinished);
    for (const [name, content] of files) await writeSynced(join(unfinished, name), content);
    if (exists) {
      for (const [name] of files) {
        await mkdir(dirname(join(target, name)), { recursive: true });
        await rename(join(unfinished, name), join(target, name));
      }
    } else {
      await rename(unfinished, target);
    }
  } catch (error) {
    // What could not be read for it is no trouble of the folder.
    if (error instanceof EspalierError) throw error;
    throw notWritable(`cannot write the export to ${target}`, error);
  } finally {
    if (unfinished !== null) await rm(unfinished, { recursive: true, force: true });
  }
}

async function writeSynced(path: string, content: FileContent): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'wx', 0o644);
  try {
    await writeFile(file, typeof content === 'function' ? content() : content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function absent(path: string, error: unknown): null {
  // No `instanceof`: the error may come from another realm (a test's).
  if (codeOf(error) === 'ENOENT') return null;
  throw notWritable(`cannot look at ${path}`, error);
}

/** What another folder would not change. */
const troubleOfDisks = ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE'];

function notWritable(what: string, cause: unknown): EspalierError {
  const Trouble = troubleOfDisks.includes(String(codeOf(cause))) ? NotReadyError : UsageError;
  const remedy = 'Name a folder that this user may write to, on a disk with room';
  return new Trouble(`${what}: ${messageOf(cause)}`, remedy, {
    code: 'EXPORT_NOT_WRITABLE',
    cause,
  });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
