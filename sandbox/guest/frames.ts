/** The cell said something that is not a frame of ours. */
export class FrameError extends Error {}

const headerBytes = 4;

/** 4 bytes big-endian length, then UTF-8 JSON; the same in both directions. */
export function encodeFrame(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const size = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerBytes + size);
  frame.writeUInt32BE(size);
  frame.write(text, headerBytes);
  return frame;
}

export function parseBody(data: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(data.toString('utf8', from, to));
  } catch (cause) {
    throw new FrameError('a frame that is not JSON', { cause });
  }
}

/** Chunks are joined once, when a frame is complete: a large one costs its size, not its size times its chunks. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private held = 0;
  /** Bytes of the part that comes next: a header, or the body it announced. */
  private wanted = headerBytes;
  private inBody = false;

  constructor(
    private readonly largestBytes: number,
    /** What a body is, without its length. @throws FrameError */
    private readonly parse: (data: Buffer, from: number, to: number) => unknown = parseBody,
  ) {}

  /** Whether the stream may end here: nothing of a frame is waiting for its rest. */
  get complete(): boolean {
    return this.held === 0 && !this.inBody;
  }

  /**
   * Hands over values of complete frames in order. The announced size is checked first.
   * @throws FrameError for a frame above the largest size, or one that is not JSON; the stream is of no use then.
   */
  push(chunk: Buffer, take: (value: unknown) => void): void {
    this.chunks.push(chunk);
    this.held += chunk.length;
    if (this.held < this.wanted) return;
    const data = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks, this.held);
    let at = 0;
    while (data.length - at >= this.wanted) {
      const end = at + this.wanted;
      if (this.inBody) this.finishBody(this.parse(data, at, end), take);
      else this.beginBody(data.readUInt32BE(at));
      at = end;
    }
    this.held = data.length - at;
    this.chunks = this.held === 0 ? [] : [data.subarray(at)];
  }

  private beginBody(size: number): void {
    if (size > this.largestBytes) throw new FrameError(`a frame of ${size} bytes`);
    this.wanted = size;
    this.inBody = true;
  }

  private finishBody(value: unknown, take: (value: unknown) => void): void {
    this.wanted = headerBytes;
    this.inBody = false;
    take(value);
  }
}
