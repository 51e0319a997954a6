import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { Hash } from 'node:crypto';

import { UsageError } from '../../../core/errors/errors';

/** Longer lines are no rows of a bank but some other kind of file. */
const maxLineChars = 64 * 1024 * 1024;

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** Without empty lines; the bytes go into `hash`. @throws UsageError when the file cannot be read or unpacked. */
export async function* readLines(file: string, hash: Hash): AsyncGenerator<TextLine> {
  let number = 0;
  try {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for await (const chunk of await openText(file, hash)) {
      const pieces = (rest + decoder.write(chunk)).split('\n');
      rest = pieces.pop() ?? '';
      for (const text of pieces) {
        number += 1;
        if (text.trim() !== '') yield { number, text: withoutMark(text, number) };
      }
      if (rest.length > maxLineChars) throw tooLong(file, number + 1);
    }
    rest += decoder.end();
    if (rest.trim() !== '') yield { number: number + 1, text: withoutMark(rest, number + 1) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unreadable(file, number, error);
  }
}

async function openText(file: string, hash: Hash): Promise<AsyncIterable<Buffer>> {
  const packed = await startsLikeGzip(file);
  const bytes = Readable.from(hashed(createReadStream(file), hash), { objectMode: false });
  if (!packed) return bytes as AsyncIterable<Buffer>;
  const unpacked = createGunzip();
  // Ends both streams with either; the reader of `unpacked` is the one who gets the error.
  pipeline(bytes, unpacked, () => undefined);
  return unpacked as AsyncIterable<Buffer>;
}

async function* hashed(stream: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

/** By content, not by name: a bank saved without its `.gz` is still a bank. */
async function startsLikeGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function withoutMark(text: string, number: number): string {
  return number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function tooLong(file: string, line: number): UsageError {
  return new UsageError(
    `bank file ${file}, line ${String(line)}: longer than ${String(maxLineChars)} characters`,
    'Give a .jsonl or .jsonl.gz file with one JSON object a line',
    { code: 'BANK_UNREADABLE' },
  );
}

function unreadable(file: string, lines: number, cause: unknown): UsageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const missing =
    typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT';
  const where = lines === 0 ? '' : ` after line ${String(lines)}`;
  return new UsageError(
    `bank file ${file} cannot be read${where}: ${reason}`,
    missing
      ? 'Check the path; several files are separated by commas'
      : 'Check that it is a readable, complete .jsonl or .jsonl.gz file; copy or download it again',
    { code: 'BANK_UNREADABLE', cause },
  );
}
