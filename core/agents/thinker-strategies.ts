import type { AnswerFormat, Message } from '../schemas/model';
import type { Problem } from '../tasks/problem';
import { describeProblem } from './prompts/describe-problem';
import { parseIdeaList } from '../replies/idea-list';
import type { ParsedReply } from '../replies/parsed-reply';

export const strategiesFormat: AnswerFormat = {
  name: 'strategies',
  schema: {
    type: 'object',
    properties: { strategies: { type: 'array', items: { type: 'string' } } },
    required: ['strategies'],
    additionalProperties: false,
  },
};

const system =
  'You are an experienced problem solver who plans before anybody writes code. You name ways to attack a ' +
  'programming problem; others will carry them out.';

export interface StrategiesInput {
  readonly problem: Problem;
  /** At least 1. */
  readonly atMost: number;
}

/** The Thinker's first question (CodeTree §3.2): high-level approaches, as many as the problem deserves. */
export function buildStrategiesMessages(input: StrategiesInput): readonly Message[] {
  const { problem, atMost } = input;
  const question = [
    'Which approaches would solve this problem? You decide how many are worth trying: one may be enough for an ' +
      `easy problem; never give more than ${String(atMost)}. Start with the most promising one.`,
    'Describe each in a few sentences of prose and without any code: the key idea, the data structures, and the ' +
      'cases that need care. Write them one after the other with the earlier ones in mind, so that each differs ' +
      'from them in substance, and so that each can be followed without having read the others.',
    'Answer with a JSON object and nothing else. It has one member, "strategies": a list of texts, one for each approach.',
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: [describeProblem(problem), ...question].join('\n\n') },
  ];
}

/** At most `atMost` approaches, the most promising first. */
export function parseStrategiesReply(
  reply: string,
  atMost: number,
): ParsedReply<readonly string[]> {
  return parseIdeaList(reply, 'strategies', atMost);
}
