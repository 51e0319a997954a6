import type { AnswerFormat, Message } from '../schemas/model';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CriticInput } from './prompts/candidate-conversation';
import { reviewOf } from './prompts/review-of';
import { parseIdeaList } from '../replies/idea-list';
import type { ParsedReply } from '../replies/parsed-reply';
import { hintOf } from './prompts/strategy-hint';

export const reflectionsFormat: AnswerFormat = {
  name: 'reflections',
  schema: {
    type: 'object',
    properties: { reflections: { type: 'array', items: { type: 'string' } } },
    required: ['reflections'],
    additionalProperties: false,
  },
};

const system =
  'You are a careful programmer who finds out why a solution falls short and says how to mend it. Others will ' +
  'make the change; you write no full program.';

export interface ReflectionsInput extends CriticInput {
  /** The critic's analysis; null or empty when there is none. */
  readonly review: string | null;
  /** At least 1. */
  readonly atMost: number;
}

/** The Thinker's question about a made node (CodeTree §3.2): ways to fix or improve it, with all feedback. */
export function buildReflectionsMessages(input: ReflectionsInput): readonly Message[] {
  const { review, atMost } = input;
  const question = [
    ...reviewOf(review),
    'How should this program be fixed or improved? Say for each way what is wrong, what to change, and how. Where ' +
      'the cause is plain, one way is enough; where it could be one of several things, give one way for each ' +
      `reading of it, the likeliest first, and never more than ${String(atMost)}. Each must make sense to ` +
      'somebody who reads it alone next to the program.',
    'Answer with a JSON object and nothing else. It has one member, "reflections": a list of texts, one for each way.',
  ].join('\n\n');
  return candidateConversation(input, {
    system,
    ...hintOf(input),
    question,
  });
}

/** At most `atMost` ways, the likeliest first. */
export function parseReflectionsReply(
  reply: string,
  atMost: number,
): ParsedReply<readonly string[]> {
  return parseIdeaList(reply, 'reflections', atMost);
}
