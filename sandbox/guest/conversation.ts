import type { Box } from '../boxes/box';
import { FrameError, encodeFrame, readFrames } from './frames';
import { Hello, Reply, type GuestOutcome, type GuestRequest } from './protocol';

const largestAnswerBytes = 1 << 20;

/** The box ended or spoke nonsense. `begun`: it had said hello, so it was running. */
export class ConversationError extends Error {
  constructor(
    message: string,
    readonly begun: boolean,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface Conversation {
  readonly hello: Hello;
  /** Of the first tests; fewer than asked when the box stopped being fit. */
  readonly outcomes: readonly GuestOutcome[];
}

function ended(box: Box): string {
  const words = box.lastWords().trim();
  return words === '' ? 'it ended without a word' : `it ended: ${words}`;
}

async function* framesOf(box: Box): AsyncGenerator<unknown> {
  yield* readFrames(box.output, largestAnswerBytes);
  throw new ConversationError(ended(box), true);
}

async function nextFrame(frames: AsyncGenerator<unknown>, box: Box): Promise<unknown> {
  const next = await frames.next();
  if (next.done === true) throw new ConversationError(ended(box), true);
  return next.value;
}

async function readHello(frames: AsyncGenerator<unknown>, box: Box): Promise<Hello> {
  try {
    return Hello.parse(await nextFrame(frames, box));
  } catch (cause) {
    throw new ConversationError(ended(box), false, { cause });
  }
}

async function readOutcomes(
  frames: AsyncGenerator<unknown>,
  box: Box,
  request: GuestRequest,
): Promise<readonly GuestOutcome[]> {
  const outcomes: GuestOutcome[] = [];
  for (;;) {
    const reply = Reply.parse(await nextFrame(frames, box));
    if ('test' in reply) {
      if (reply.test !== outcomes.length) throw new FrameError(`an answer out of order`);
      outcomes.push(reply.outcome);
    } else if (reply.end === request.id && reply.done === outcomes.length) {
      return outcomes;
    } else {
      throw new FrameError('an end that does not match');
    }
  }
}

/**
 * One request to a fresh box: tools, hello, request, answers, end. `approve` sees the hello before the box is told
 * anything, and throws when the box is not what it should be.
 * @throws ConversationError, and whatever `approve` throws
 */
export async function converse(
  box: Box,
  options: {
    readonly bundle: Buffer;
    readonly request: GuestRequest;
    readonly approve: (hello: Hello) => void;
  },
): Promise<Conversation> {
  const frames = framesOf(box);
  box.input.write(options.bundle);
  const hello = await readHello(frames, box);
  options.approve(hello);
  box.confine();
  box.input.write(encodeFrame(options.request));
  try {
    return { hello, outcomes: await readOutcomes(frames, box, options.request) };
  } catch (error) {
    if (error instanceof ConversationError) throw error;
    throw new ConversationError(`it answered nonsense: ${String(error)}`, true, { cause: error });
  }
}

/** Starts a box only to hear its hello: what `open` and `doctor` want to know. */
export async function greet(box: Box, bundle: Buffer): Promise<Hello> {
  const frames = framesOf(box);
  box.input.write(bundle);
  return readHello(frames, box);
}
