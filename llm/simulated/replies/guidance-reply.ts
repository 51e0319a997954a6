import { permute, unitOf } from '../seeded';
import type { Reply, ReplyRequest } from './reply';

const observations = [
  'The result differs from what is asked for in at least one case.',
  'Most of the way is right, but one step does not do what the statement says.',
  'The main idea can stay; it is the treatment of single values that goes wrong.',
] as const;

const hints = [
  'Think about the smallest input that is allowed, and about what should come out for it.',
  'Compare what is asked for at both ends of the range with what the condition lets through.',
  'Look at what happens when two values are equal, and at their order.',
  'Check whether the form of the result is what the statement describes.',
  'Follow the failing input through the steps by hand and find the first one that surprises you.',
] as const;

const encouragements = [
  'Change as little as you need, and say why the change is right.',
  'Consider whether another way of going through the input would be simpler.',
] as const;

/** What a person might say of a program: one to three sentences that the seed decides, without code. */
export function guidanceReply(request: ReplyRequest): Reply {
  const { sample, ordinal } = request.draw;
  const parts = [request.role, request.seed, request.problem, sample, ordinal];
  const first = (texts: readonly string[]): string =>
    permute(texts, ['guidance', ...parts], (text) => text)[0] ?? '';
  const sentences = [first(hints), first(observations), first(encouragements)];
  const count = 1 + Math.floor(unitOf(['guidance-length', ...parts]) * sentences.length);
  const said = sentences.slice(0, count);
  // An observation comes before the hint that it leads to.
  const ordered = count === 1 ? said : [said[1] ?? '', said[0] ?? '', ...said.slice(2)];
  return { text: ordered.join(' '), origin: { rule: 'canned' } };
}
