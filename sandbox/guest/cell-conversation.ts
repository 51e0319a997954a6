import type { Readable, Writable } from 'node:stream';

import { FrameError, encodeFrame, type FrameReader } from './frames';
import { Hello } from './protocol';

/** The two ends of a running cell, and what it said last when it broke. */
export interface Speaker {
  readonly input: Writable;
  readonly output: Readable;
  readonly lastWords: () => string;
}

/** The cell ended, fell silent or spoke nonsense. Nothing more can be asked of it. */
export class ConversationError extends Error {}

/** A request is larger than the cell takes. Nothing of it was sent; the conversation goes on. */
export class RequestTooLargeError extends Error {
  constructor(
    readonly bytes: number,
    readonly largestBytes: number,
  ) {
    super(`a request of ${bytes} bytes, at most ${largestBytes}`);
  }
}

/** What every conversation with a cell has: tools, hello, requests, and an end that breaks all of them. */
export abstract class CellConversation {
  private awaitHello: { resolve: (hello: Hello) => void; reject: (error: Error) => void } | null =
    null;
  private begun = false;
  private largestRequest = 0;
  private serial = 0;
  protected failure: ConversationError | null = null;
  private silence: NodeJS.Timeout | undefined;

  /** `onBroken` is called once, when the conversation can no longer be used, whether or not a caller waits. */
  constructor(
    protected readonly speaker: Speaker,
    private readonly reader: FrameReader,
    private readonly onBroken: () => void,
  ) {}

  /** To be called at the end of a constructor: what is heard needs the fields of the subclass. */
  protected listen(): void {
    const { input, output } = this.speaker;
    // A cell that dies early shows on its output; a failing write would only say it once more.
    input.on('error', () => undefined);
    output.on('data', (chunk: Buffer) => this.hear(chunk));
    output.on('error', (cause: unknown) => this.break(this.ending(), cause));
    output.on('close', () => this.break(this.ending()));
    output.on('end', () => {
      const cutOff = this.reader.complete ? '' : ' inside a frame';
      this.break(this.ending() + cutOff);
    });
  }

  get broken(): boolean {
    return this.failure !== null;
  }

  /** Hands over the tools and hears what the cell is. Once, before anything else. @throws ConversationError */
  greet(bundle: Buffer): Promise<Hello> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      this.awaitHello = { resolve, reject };
      this.speaker.input.write(bundle);
    });
  }

  /** No further answers will come. Every caller that waits gets `reason`. */
  break(reason: string, cause?: unknown): void {
    if (this.failure !== null) return;
    clearTimeout(this.silence);
    const failure = new ConversationError(reason, { cause });
    this.failure = failure;
    this.awaitHello?.reject(failure);
    this.failWaiting(failure);
    this.onBroken();
  }

  protected abstract failWaiting(failure: ConversationError): void;

  /** @throws FrameError */
  protected abstract answer(value: unknown): void;

  /** How long the cell may say nothing; 0: nobody waits. */
  protected abstract patienceMs(): number;

  /** Only silence while somebody waits counts; whatever is heard, or could be said, ends it. */
  protected restartSilence(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
    const patienceMs = this.patienceMs();
    if (patienceMs === 0 || this.failure !== null) return;
    const silence = setTimeout(() => {
      // A process that was busy itself for that long hears first what has come meanwhile.
      setImmediate(() => {
        if (silence === this.silence) this.break(`it said nothing for ${patienceMs} ms`);
      });
    }, patienceMs);
    this.silence = silence;
  }

  /** Sends a request under an id of its own, under which `expect` notes who waits for it. */
  protected send<T>(
    request: object,
    expect: (id: string, resolve: (answer: T) => void, fail: (error: Error) => void) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      const id = String((this.serial += 1));
      const frame = encodeFrame({ id, ...request });
      if (frame.length - 4 > this.largestRequest) {
        return reject(new RequestTooLargeError(frame.length - 4, this.largestRequest));
      }
      expect(id, resolve, reject);
      this.speaker.input.write(frame);
      this.restartSilence();
    });
  }

  private hear(chunk: Buffer): void {
    if (this.failure !== null) return;
    try {
      this.reader.push(chunk, (value) => {
        if (this.begun) this.answer(value);
        else this.begin(value);
      });
    } catch (error) {
      this.break(error instanceof FrameError ? `it said ${error.message}` : String(error), error);
      return;
    }
    this.restartSilence();
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

  private ending(): string {
    const words = this.speaker.lastWords().trim();
    return words === '' ? 'it ended without a word' : `it ended: ${words}`;
  }
}
