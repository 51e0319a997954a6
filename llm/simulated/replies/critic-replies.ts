import { shownHash } from './shown-program';
import { unitOf } from '../seeded';
import type { Reply, ReplyRequest, ReplySource } from './reply';

const agreement = {
  program:
    'The method is general, no example is written into it, the boundaries are covered, and its time and space are polynomial in the size of the input.',
  patch:
    'The change treats the cause that the issue describes, fits no single example, and leaves other behaviour as it is.',
} as const;

/** By the label of the program, except for a share that the seed decides. A program without a label is not accepted. */
export function verificationReply(source: ReplySource, request: ReplyRequest): Reply {
  const program = hashInRequest(source, request);
  const { criticAccuracy } = source.settings;
  const label = source.problem.labels.get(program);
  const accept = acceptsAt(criticAccuracy, label, verificationChance(request, program));
  const analysis = accept
    ? agreement[source.problem.isPatched ? 'patch' : 'program']
    : 'The given examples pass, yet at least one case that the statement allows does not seem to be treated correctly.';
  return {
    text: request.structured
      ? JSON.stringify({ analysis, accept })
      : `${analysis}\nVerdict: ${accept ? 'accept' : 'reject'}`,
    origin: { rule: 'judged', truthKnown: label !== undefined },
  };
}

/** Whose question it is. */
type Asked = Pick<ReplyRequest, 'seed' | 'problem'>;

/** Below the critic's accuracy it says what the label says. `program`: its hash, as the bank knows it. */
export function verificationChance({ seed, problem }: Asked, program: string): number {
  return unitOf(['verification', seed, problem, program]);
}

/** Whether a critic of this accuracy accepts a program. `label`: undefined where the bank has none. */
export function acceptsAt(accuracy: number, label: boolean | undefined, chance: number): boolean {
  return label !== undefined && label === chance < accuracy;
}

/** Empty: the request shows no program. */
function hashInRequest({ problem }: ReplySource, { messages }: ReplyRequest): string {
  return shownHash(problem, messages) ?? '';
}

const scoreAnalyses = [
  'The outputs come from an error or never come at all.',
  'The wrong outputs show no pattern.',
  'A part of the outputs is far from what is asked.',
  'The wrong outputs follow a clear pattern.',
  'Only cases at the edge are missed.',
  'The outputs agree with what is asked.',
] as const;

/** Marks from 0 to 5 that know nothing: they depend on the seed and the program alone. */
export function marksFor({ seed, problem }: Asked, program: string): number {
  return Math.floor(unitOf(['score', seed, problem, program]) * scoreAnalyses.length);
}

export function scoreReply(source: ReplySource, request: ReplyRequest): Reply {
  const score = marksFor(request, hashInRequest(source, request));
  const analysis = scoreAnalyses[score] ?? '';
  return {
    text: request.structured
      ? JSON.stringify({ analysis, score })
      : `${analysis}\nScore: ${String(score)}`,
    origin: { rule: 'judged' },
  };
}
