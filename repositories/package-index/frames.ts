/**
 * What a frame of a box's line says. One request and its answer have one number; answers come in pieces and in any order:
 * `request` (relay to host), then `response`, any number of `data`, `end` (host to relay), or `cancel` (either way).
 */
export interface FrameHead {
  readonly id: number;
  readonly kind: 'request' | 'response' | 'data' | 'end' | 'cancel';
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const mostHeadBytes = 64 * 1024;
export const mostBodyBytes = 1024 * 1024;
const lengthBytes = 4;

/** The other side wrote what is no frame: the conversation is over. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Four bytes with the head's length, most significant first; the head as JSON; the body. */
export function encodeFrame(head: FrameHead, body: Buffer = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, body]);
}

/** The head of what a relay says; it sends no bodies. @throws FrameError */
export function frameHead(frame: Uint8Array): FrameHead {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const length = bytes.length < lengthBytes ? Infinity : bytes.readUInt32BE(0);
  if (length > mostHeadBytes || length > bytes.length - lengthBytes)
    throw new FrameError('a head that is too long');
  return parseHead(bytes.subarray(lengthBytes, lengthBytes + length).toString('utf8'));
}

function parseHead(source: string): FrameHead {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw new FrameError('a head that is no JSON', { cause });
  }
  const { id, kind, method, path, headers } = (value ?? {}) as Record<string, unknown>;
  if (!Number.isSafeInteger(id) || (kind !== 'request' && kind !== 'cancel'))
    throw new FrameError('a head that says nothing known');
  if (
    kind === 'request' &&
    (typeof method !== 'string' || typeof path !== 'string' || !isTexts(headers))
  ) {
    throw new FrameError('a request without method, path or headers');
  }
  return value as FrameHead;
}

function isTexts(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  );
}
