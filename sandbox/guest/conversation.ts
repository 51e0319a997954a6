import type { OutputPart } from '../../core/adapters/session';
import { readAnswer } from './answers';
import { CellConversation, type ConversationError, type Speaker } from './cell-conversation';
import { FrameError, FrameReader, encodeFrame } from './frames';
import {
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

/** Any number of requests, answered by id. What breaks the stream breaks all; nothing is half an answer. */
export class Conversation extends CellConversation {
  private readonly waiting = new Map<string, Waiting>();
  private readonly pings: Waiting[] = [];

  constructor(speaker: Speaker, onBroken: () => void = () => undefined) {
    super(speaker, new FrameReader(largestAnswerBytes), onBroken);
    this.listen();
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
    let id = '';
    const answer = this.ask<GuestBlock>(request, (resolve, fail, own) => {
      id = own;
      return {
        patienceMs,
        fail,
        hear: (frame) => {
          if (frame.kind === 'part') hear(frame.part);
          else if (frame.kind === 'file') hear(frame.file);
          else if (frame.kind === 'block') resolve(frame.block);
          else throw new FrameError('no answer of a session');
          return frame.kind === 'block';
        },
      };
    });
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

  protected failWaiting(failure: ConversationError): void {
    for (const { fail } of [...this.waiting.values(), ...this.pings]) fail(failure);
    this.waiting.clear();
    this.pings.length = 0;
  }

  private ask<T>(
    request: CheckRequest | ScriptRequest | SessionRequest,
    expect: (resolve: (answer: T) => void, fail: Waiting['fail'], id: string) => Waiting,
  ): Promise<T> {
    return this.send(request, (id, resolve, fail) => {
      this.waiting.set(id, expect(resolve, fail, id));
    });
  }

  protected answer(value: unknown): void {
    const frame = readAnswer(value);
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

  protected patienceMs(): number {
    const waiting = [...this.waiting.values(), ...this.pings];
    return Math.max(0, ...waiting.map(({ patienceMs }) => patienceMs));
  }
}
