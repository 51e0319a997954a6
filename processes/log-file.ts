import { mkdir, open, rename, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { systemCode } from '../core/errors/system-code';
import { folderFailure } from './errors';

/** Above this the log of earlier starts is set aside as `<file>.1`, bytes. */
const rotateAboveBytes = 20 * 1024 * 1024;
const mostTailBytes = 16_384;

export interface OpenedLog {
  readonly handle: FileHandle;
  /** Where what is written from now on begins, bytes. */
  readonly offset: number;
}

/** For appending, mode 0600. The caller closes it. @throws StateFolderNotWritableError, DiskFullError */
export async function openLog(path: string): Promise<OpenedLog> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if ((await sizeOf(path)) > rotateAboveBytes) await rename(path, `${path}.1`);
    const handle = await open(path, 'a', 0o600);
    return { handle, offset: await sizeOf(path) };
  } catch (error) {
    throw folderFailure(error, path);
  }
}

/** What was written from `offset` on, at most the last 16 KiB, without control sequences: logs may quote foreign text. */
export async function readLogTail(path: string, offset: number): Promise<string> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = await handle.stat();
    const from = Math.max(offset, size - mostTailBytes);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.max(0, size - from)),
      position: from,
    });
    return printable(buffer.subarray(0, bytesRead).toString('utf8')).trim();
  } finally {
    await handle.close();
  }
}

function printable(text: string): string {
  return text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
