import type { RepositoryArchive } from '../../core/adapters/repository';
import { CellConversation, type ConversationError, type Speaker } from '../guest/cell-conversation';
import { FrameError, FrameReader, encodeFrame } from '../guest/frames';
import type { JobReader, JobLink } from './job-reader';
import { readCellFrame, type ArchiveAnswer, type CellFrame, type JobAnswer } from './job-answer';
import {
  channelHeader,
  channels,
  parseWireFrame,
  type Channel,
  type ChannelBytes,
} from './wire-frames';

/** A record is the largest. */
const largestFrameBytes = 17 << 20;
/** Of an archive, at a time. */
const pieceBytes = 1 << 18;
/** What a cell may do without a word: unpack, look through folders, or wait for a core. */
const archivePatienceMs = 300_000;

/** A request without an answer yet; there is never more than one. */
interface Asked {
  readonly id: string;
  readonly patienceMs: number;
  readonly hear: (frame: CellFrame) => boolean;
  readonly hearBytes: (bytes: ChannelBytes) => void;
  readonly fail: (error: ConversationError) => void;
}

const noBytes = (): never => {
  throw new FrameError('bytes that nobody asked for');
};

function isBytes(value: unknown): value is ChannelBytes {
  return typeof value === 'object' && value !== null && 'channel' in value && 'bytes' in value;
}

/** Speaks with a repository cell: tools, hello, then archives and jobs, one after another. */
export class RepositoryConversation extends CellConversation {
  private asked: Asked | null = null;

  constructor(speaker: Speaker, onBroken: () => void = () => undefined) {
    super(speaker, new FrameReader(largestFrameBytes, parseWireFrame), onBroken);
    this.listen();
  }

  /** Has an archive unpacked. @throws ConversationError, and what reading it throws: then the cell is of no use */
  async archive({ at, open }: RepositoryArchive): Promise<ArchiveAnswer> {
    const answer = this.ask<ArchiveAnswer>({ kind: 'archive', at }, (frame, done) => {
      if (!('archive' in frame)) throw new FrameError('no answer to an archive');
      done(frame.archive);
    });
    answer.catch(() => undefined);
    try {
      for await (const bytes of open()) {
        for (let from = 0; from < bytes.length && !this.broken; from += pieceBytes) {
          await this.sendPiece(bytes.subarray(from, from + pieceBytes));
        }
      }
    } catch (error) {
      this.break('its archive could not be read', error);
      throw error;
    }
    await this.sendPiece(new Uint8Array());
    return answer;
  }

  /** Where the machine has Python besides the interpreter's own. @throws ConversationError */
  machinePython(): Promise<readonly string[]> {
    return this.ask<readonly string[]>({ kind: 'machinePython' }, (frame, done) => {
      if (!('machinePython' in frame)) throw new FrameError('no folders of Python');
      done(frame.machinePython);
    });
  }

  /** `begin` gets what goes to the cell, and says who hears the job. @throws ConversationError, RequestTooLargeError */
  job(
    request: object,
    patienceMs: number,
    begin: (link: JobLink) => JobReader,
  ): Promise<JobAnswer> {
    return this.send<JobAnswer>({ kind: 'job', ...request }, (id, resolve, fail) => {
      const isAsked = (): boolean => this.asked?.id === id;
      const send = (frame: object): void => {
        if (isAsked()) this.speaker.input.write(encodeFrame(frame));
      };
      const heard = begin({
        stop: () => send({ op: 'stop', id }),
        taken: (channel, bytes) => send({ op: 'taken', id, channel: channels[channel], bytes }),
        sendLine: (bytes) => {
          if (isAsked()) this.write(channels.line, bytes);
        },
      });
      const hear = (frame: CellFrame): boolean => {
        const answer = heard.hear(frame);
        if (answer !== undefined) resolve(answer);
        return answer !== undefined;
      };
      this.asked = { id, patienceMs, hear, hearBytes: (bytes) => heard.hearBytes(bytes), fail };
    });
  }

  protected failWaiting(failure: ConversationError): void {
    this.asked?.fail(failure);
    this.asked = null;
  }

  private ask<T>(
    request: object,
    hear: (frame: CellFrame, done: (answer: T) => void) => void,
  ): Promise<T> {
    return this.send<T>(request, (id, resolve, fail) => {
      const heard = (frame: CellFrame): boolean => {
        hear(frame, resolve);
        return true;
      };
      this.asked = { id, patienceMs: archivePatienceMs, hear: heard, hearBytes: noBytes, fail };
    });
  }

  private write(channel: Channel, bytes: Uint8Array): boolean {
    const { input } = this.speaker;
    const header = channelHeader(channel, bytes.length);
    input.write(header);
    return input.write(bytes);
  }

  /** Waits where the cell is slower than whoever reads the archive. */
  private async sendPiece(bytes: Uint8Array): Promise<void> {
    if (this.failure !== null) throw this.failure;
    const { input } = this.speaker;
    const header = channelHeader(channels.archive, bytes.length);
    this.restartSilence();
    if (input.write(bytes.length === 0 ? header : Buffer.concat([header, bytes]))) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        input.off('drain', go).off('close', go).off('error', go);
        resolve();
      };
      input.on('drain', go).on('close', go).on('error', go);
    });
  }

  protected answer(value: unknown): void {
    const { asked } = this;
    if (asked === null) throw new FrameError('something that nobody asked for');
    if (isBytes(value)) return asked.hearBytes(value);
    const frame = readCellFrame(value);
    if (frame.id !== asked.id) throw new FrameError('an answer to another question');
    if (asked.hear(frame)) this.asked = null;
  }

  protected patienceMs(): number {
    return this.asked?.patienceMs ?? 0;
  }
}
