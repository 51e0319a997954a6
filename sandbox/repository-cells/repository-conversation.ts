import type { RepositoryArchive } from '../../core/adapters/repository';
import { ConversationError, RequestTooLargeError, type Speaker } from '../guest/conversation';
import { FrameError, FrameReader, encodeFrame } from '../guest/frames';
import { Hello } from '../guest/protocol';
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
export class RepositoryConversation {
  private readonly reader = new FrameReader(largestFrameBytes, parseWireFrame);
  private awaitHello: { resolve: (hello: Hello) => void; reject: (error: Error) => void } | null =
    null;
  private begun = false;
  private largestRequest = 0;
  private serial = 0;
  private asked: Asked | null = null;
  private failure: ConversationError | null = null;
  private silence: NodeJS.Timeout | undefined;

  /** `onBroken` is called once, when the conversation can no longer be used. */
  constructor(
    private readonly speaker: Speaker,
    private readonly onBroken: () => void = () => undefined,
  ) {
    const { input, output } = speaker;
    input.on('error', () => undefined);
    output.on('data', (chunk: Buffer) => this.hear(chunk));
    output.on('error', (cause: unknown) => this.break(this.ending(), cause));
    output.on('close', () => this.break(this.ending()));
    output.on('end', () => this.break(this.ending()));
  }

  get broken(): boolean {
    return this.failure !== null;
  }

  /** @throws ConversationError */
  greet(bundle: Buffer): Promise<Hello> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      this.awaitHello = { resolve, reject };
      this.speaker.input.write(bundle);
    });
  }

  /** Has an archive unpacked. @throws ConversationError, and what reading it throws: then the cell is of no use */
  async archive({ at, open }: RepositoryArchive): Promise<ArchiveAnswer> {
    const answer = this.ask<ArchiveAnswer>(
      { kind: 'archive', at },
      archivePatienceMs,
      (frame, done) => {
        if (!('archive' in frame)) throw new FrameError('no answer to an archive');
        done(frame.archive);
        return true;
      },
      noBytes,
    );
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
    return this.ask(
      { kind: 'machinePython' },
      archivePatienceMs,
      (frame, done) => {
        if (!('machinePython' in frame)) throw new FrameError('no folders of Python');
        done(frame.machinePython);
        return true;
      },
      noBytes,
    );
  }

  /** `begin` gets what goes to the cell, and says who hears the job. @throws ConversationError, RequestTooLargeError */
  job(
    request: object,
    patienceMs: number,
    begin: (link: JobLink) => JobReader,
  ): Promise<JobAnswer> {
    const id = String(this.serial + 1);
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
    return this.ask<JobAnswer>(
      { kind: 'job', ...request },
      patienceMs,
      (frame, done) => {
        const answer = heard.hear(frame);
        if (answer !== undefined) done(answer);
        return answer !== undefined;
      },
      (bytes) => heard.hearBytes(bytes),
    );
  }

  /** Nothing is to be expected any more; whoever waits hears `reason`. */
  break(reason: string, cause?: unknown): void {
    if (this.failure !== null) return;
    clearTimeout(this.silence);
    const failure = new ConversationError(reason, { cause });
    this.failure = failure;
    this.awaitHello?.reject(failure);
    this.asked?.fail(failure);
    this.asked = null;
    this.onBroken();
  }

  private ask<T>(
    request: object,
    patienceMs: number,
    hear: (frame: CellFrame, done: (answer: T) => void) => boolean,
    hearBytes: Asked['hearBytes'],
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      const id = String((this.serial += 1));
      const frame = encodeFrame({ id, ...request });
      if (frame.length - 4 > this.largestRequest) {
        return reject(new RequestTooLargeError(frame.length - 4, this.largestRequest));
      }
      const hearOne = (one: CellFrame): boolean => hear(one, resolve);
      this.asked = { id, patienceMs, hear: hearOne, hearBytes, fail: reject };
      this.speaker.input.write(frame);
      this.restartSilence();
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

  private hear(chunk: Buffer): void {
    if (this.failure !== null) return;
    try {
      this.reader.push(chunk, (value) => this.take(value));
    } catch (error) {
      this.break(error instanceof FrameError ? `it said ${error.message}` : String(error), error);
      return;
    }
    this.restartSilence();
  }

  private take(value: unknown): void {
    if (!this.begun) return this.begin(value);
    const { asked } = this;
    if (asked === null) throw new FrameError('something that nobody asked for');
    if (isBytes(value)) return asked.hearBytes(value);
    const frame = readCellFrame(value);
    if (frame.id !== asked.id) throw new FrameError('an answer to another question');
    if (asked.hear(frame)) this.asked = null;
  }

  private begin(value: unknown): void {
    const hello = Hello.safeParse(value);
    if (!hello.success) throw new FrameError('no hello', { cause: hello.error });
    if (this.awaitHello === null) throw new FrameError('hello before it was asked');
    this.begun = true;
    this.largestRequest = hello.data.maxRequest;
    this.awaitHello.resolve(hello.data);
    this.awaitHello = null;
  }

  /** Only silence while somebody waits counts; whatever is heard, or could be said, ends it. */
  private restartSilence(): void {
    clearTimeout(this.silence);
    if (this.asked === null || this.failure !== null) return;
    const { patienceMs } = this.asked;
    this.silence = setTimeout(() => this.break(`it said nothing for ${patienceMs} ms`), patienceMs);
  }

  private ending(): string {
    const words = this.speaker.lastWords().trim();
    return words === '' ? 'it ended without a word' : `it ended: ${words}`;
  }
}
