import type { Readable } from 'node:stream';

/** The box said something that is not a frame of ours. */
export class FrameError extends Error {}

/** 4 bytes big-endian length, then UTF-8 JSON; the same in both directions. */
export function encodeFrame(value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value), 'utf8');
  const header = Buffer.alloc(4);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new FrameError('a frame that is not JSON', { cause });
  }
}

/**
 * The decoded frames of a stream, until it ends. The announced size is checked before anything is collected.
 * @throws FrameError for a frame above `largestBytes`, one that is cut off, or one that is not JSON.
 */
export async function* readFrames(stream: Readable, largestBytes: number): AsyncGenerator<unknown> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length >= 4) {
      const size = pending.readUInt32BE(0);
      if (size > largestBytes) throw new FrameError(`a frame of ${size} bytes`);
      if (pending.length < 4 + size) break;
      yield parseBody(pending.subarray(4, 4 + size));
      pending = pending.subarray(4 + size);
    }
  }
  if (pending.length > 0) throw new FrameError('the stream ended inside a frame');
}
