import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';

import type { PackedColumns } from './tables';

/** Below this, compression costs more than it saves. */
const WORTH_COMPRESSING_BYTES = 160;

/** Fast over small: the texts are prompts of a few KB, and packing is on the path of every model call. */
const LEVEL = 3;

export interface PackedText extends PackedColumns {
  /** Bytes of the text as UTF-8. */
  readonly size: number;
}

export function packText(text: string): PackedText {
  const bytes = Buffer.from(text, 'utf8');
  const size = bytes.length;
  if (size >= WORTH_COMPRESSING_BYTES) {
    const content = deflateSync(bytes, { level: LEVEL });
    if (content.length < size) return { encoding: 'deflate', content, size };
  }
  return { encoding: 'plain', content: bytes, size };
}

/** A piece of a large file, packed beside the process's own thread, which has heartbeats to send. */
export async function packPiece(bytes: Buffer): Promise<PackedColumns> {
  const content = await promisify(deflate)(bytes, { level: 1 });
  return content.length < bytes.length
    ? { encoding: 'deflate', content }
    : { encoding: 'plain', content: bytes };
}

/** @throws Error when the bytes are not what was packed */
export function unpackText(packed: PackedColumns): string {
  return unpackBytes(packed).toString('utf8');
}

/** @throws Error when the bytes are not what was packed */
export function unpackBytes({ encoding, content }: PackedColumns): Buffer {
  return encoding === 'deflate' ? inflateSync(content) : content;
}

/** The text as it comes back from the store: half a surrogate pair has no UTF-8 and becomes U+FFFD. */
export function asStored(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
