import type { Readable, Writable } from 'node:stream';

import type { OutputPart } from '../../core/adapters/session';
import { readAnswer } from './answers';
import { FrameError, FrameReader, encodeFrame } from './frames';
import {
  Hello,
  type CheckRequest,
  type GuestBlock,
  type GuestFile,
  type GuestFrame,
  type GuestOutcome,
  type GuestScript,
  type Pong,
  type ScriptRequest,
  type SessionRequest,
} from './protocol';

/** Two kept outputs of 64 KiB, every byte of them written as an escape, fit; and a session's largest file. */
const largestAnswerBytes = 13 << 20;
const pingPatienceMs = 30_000;

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

/** Python cannot compile a test of a request: there is no answer to that one. The conversation goes on. */
export class UncompiledTestError extends Error {
  constructor(
    /** Counted from 0. */
    readonly test: number,
    readonly why: string,
  ) {
    super(`test ${test} is broken: ${why}`);
  }
}

interface Waiting {
  /** How long the cell may say nothing at all before it is given up. */
  readonly patienceMs: number;
  /** Returns whether nothing more comes of the request. @throws FrameError */
  readonly hear: (frame: GuestFrame) => boolean;
  readonly fail: (error: ConversationError | UncompiledTestError) => void;
}

/** Hears outcomes in order and the end that closes them, or the test that cannot have one. */
function hearOutcomes(
  tests: number,
  done: (outcomes: readonly GuestOutcome[]) => void,
  fail: Waiting['fail'],
): Waiting['hear'] {
  const outcomes: GuestOutcome[] = [];
  return (frame: GuestFrame): boolean => {
    if (frame.kind === 'outcome' || frame.kind === 'broken-test') {
      if (frame.test !== outcomes.length || frame.test >= tests) {
        throw new FrameError('an answer out of order');
      }
      if (frame.kind === 'broken-test') {
        fail(new UncompiledTestError(frame.test, frame.why));
        return true;
      }
      outcomes.push(frame.outcome);
      return false;
    }
    if (frame.kind !== 'end' || frame.count !== tests || outcomes.length !== tests) {
      throw new FrameError('an end that does not match');
    }
    done(outcomes);
    return true;
  };
}

/**
 * Tools, hello, then any number of requests, answered by id. What breaks the stream breaks all; nothing is half an answer.
 */
export class Conversation {
  private readonly reader = new FrameReader(largestAnswerBytes);
  private readonly waiting = new Map<string, Waiting>();
  private readonly pings: Waiting[] = [];
  private awaitHello: { resolve: (hello: Hello) => void; reject: (error: Error) => void } | null =
    null;
  private serial = 0;
  private largestRequest = 0;
  private begun = false;
  /** Chunks so far. */
  private heard = 0;
  private failure: ConversationError | null = null;
  private silence: NodeJS.Timeout | undefined;

  /** `onBroken` is called once, when the conversation can no longer be used, whoever was waiting. */
  constructor(
    private readonly speaker: Speaker,
    private readonly onBroken: () => void = () => undefined,
  ) {
    const { input, output } = speaker;
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

  /** @throws ConversationError, RequestTooLargeError, UncompiledTestError */
  check(request: CheckRequest, patienceMs: number): Promise<readonly GuestOutcome[]> {
    return this.ask(request, (resolve, fail) => {
      const hear = hearOutcomes(Math.max(1, request.tests.length), resolve, fail);
      return { patienceMs, hear, fail };
    });
  }

  /** @throws ConversationError, RequestTooLargeError */
  run(request: ScriptRequest, patienceMs: number): Promise<GuestScript> {
    return this.ask(request, (resolve, fail) => ({
      patienceMs,
      fail,
      hear: (frame) => {
        if (frame.kind !== 'script') throw new FrameError('no answer to a script');
        resolve(frame.script);
        return true;
      },
    }));
  }

  /** `hear` is told the frames before the last. @throws ConversationError, RequestTooLargeError */
  session(
    request: SessionRequest,
    patienceMs: number,
    hear: (frame: GuestFile | OutputPart) => void,
  ): { readonly answer: Promise<GuestBlock>; readonly interrupt: () => void } {
    const id = String(this.serial + 1);
    const answer = this.ask<GuestBlock>(request, (resolve, fail) => ({
      patienceMs,
      fail,
      hear: (frame) => {
        if (frame.kind === 'part') hear(frame.part);
        else if (frame.kind === 'file') hear(frame.file);
        else if (frame.kind === 'block') resolve(frame.block);
        else throw new FrameError('no answer of a session');
        return frame.kind === 'block';
      },
    }));
    const interrupt = (): void => {
      if (this.waiting.has(id)) this.speaker.input.write(encodeFrame({ op: 'interrupt', id }));
    };
    return { answer, interrupt };
  }

  /** @throws ConversationError */
  ping(): Promise<Pong> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      this.pings.push({
        patienceMs: pingPatienceMs,
        fail: reject,
        hear: (frame) => {
          if (frame.kind === 'pong') resolve(frame.pong);
          return true;
        },
      });
      this.speaker.input.write(encodeFrame({ op: 'ping' }));
      this.restartSilence();
    });
  }

  /** Nothing is to be expected any more; whoever waits hears `reason`. */
  break(reason: string, cause?: unknown): void {
    if (this.failure !== null) return;
    clearTimeout(this.silence);
    const failure = new ConversationError(reason, { cause });
    this.failure = failure;
    this.awaitHello?.reject(failure);
    for (const { fail } of [...this.waiting.values(), ...this.pings]) fail(failure);
    this.waiting.clear();
    this.pings.length = 0;
    this.onBroken();
  }

  private ask<T>(
    request: CheckRequest | ScriptRequest | SessionRequest,
    expect: (resolve: (answer: T) => void, fail: Waiting['fail']) => Waiting,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      const id = String((this.serial += 1));
      const frame = encodeFrame({ id, ...request });
      if (frame.length - 4 > this.largestRequest) {
        return reject(new RequestTooLargeError(frame.length - 4, this.largestRequest));
      }
      this.waiting.set(id, expect(resolve, reject));
      this.speaker.input.write(frame);
      this.restartSilence();
    });
  }

  private hear(chunk: Buffer): void {
    if (this.failure !== null) return;
    this.heard += 1;
    try {
      this.reader.push(chunk, (value) => {
        if (this.begun) this.answer(readAnswer(value));
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

  private answer(frame: GuestFrame): void {
    if (frame.kind === 'pong') {
      const ping = this.pings.shift();
      if (ping === undefined) throw new FrameError('a pong that nobody asked for');
      ping.hear(frame);
      return;
    }
    const waiting = this.waiting.get(frame.id);
    if (waiting === undefined) throw new FrameError('an answer that nobody asked for');
    if (waiting.hear(frame)) this.waiting.delete(frame.id);
  }

  /** Only silence while somebody waits counts; each frame ends it. */
  private restartSilence(): void {
    clearTimeout(this.silence);
    let patienceMs = 0;
    for (const one of this.waiting.values()) patienceMs = Math.max(patienceMs, one.patienceMs);
    for (const one of this.pings) patienceMs = Math.max(patienceMs, one.patienceMs);
    if (patienceMs === 0 || this.failure !== null) return;
    const { heard } = this;
    this.silence = setTimeout(() => {
      // A process that was busy itself for that long hears first what has come meanwhile.
      setImmediate(() => {
        if (heard === this.heard) this.break(`it said nothing for ${patienceMs} ms`);
      });
    }, patienceMs);
  }

  private ending(): string {
    const words = this.speaker.lastWords().trim();
    return words === '' ? 'it ended without a word' : `it ended: ${words}`;
  }
}
