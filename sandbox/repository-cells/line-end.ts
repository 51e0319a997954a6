import type { IndexLine } from '../../core/adapters/repository';
import { FrameReader } from '../guest/frames';
import { TakenQueue } from './taken-queue';

/** Of one frame, and of all that is under way to a job. */
const window = 4 * 1024 * 1024;
const headerBytes = 4;

/** This side's end of a job's line: frames of 4 bytes big-endian length and a body, over bytes that a cell passes on. */
export class LineEnd implements IndexLine {
  readonly frames: AsyncIterable<Uint8Array>;
  private readonly queue: TakenQueue<Buffer>;
  private readonly reader = new FrameReader(window, (data, from, to) => data.subarray(from, to));
  private underWay = 0;
  private over = false;
  private waiting: (() => void)[] = [];

  constructor(
    /** Puts bytes on their way to the job. */
    private readonly send: (bytes: Buffer) => void,
    /** So many bytes of the job's were worked on. */
    taken: (bytes: number) => void,
  ) {
    this.queue = new TakenQueue((frame) => taken(frame.length + headerBytes));
    this.frames = this.queue;
  }

  readonly write: IndexLine['write'] = async (frame) => {
    const size = frame.length + headerBytes;
    if (frame.length > window) throw new RangeError(`a frame of ${frame.length} bytes`);
    while (!this.over && this.underWay > 0 && this.underWay + size > window) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    if (this.over) return false;
    this.underWay += size;
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32BE(frame.length);
    this.send(Buffer.concat([header, frame]));
    return true;
  };

  /** Bytes that the job has sent. What is no frame is the end of the line. */
  hear(bytes: Buffer): void {
    try {
      this.reader.push(bytes, (frame) => this.queue.push(frame as Buffer));
    } catch {
      this.end();
    }
  }

  /** So many bytes have gone into the box. */
  taken(bytes: number): void {
    this.underWay -= bytes;
    this.wake();
  }

  end(): void {
    this.over = true;
    this.queue.end();
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
