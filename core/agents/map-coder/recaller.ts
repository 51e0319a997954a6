import type { AnswerFormat, Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import { describeProblem } from '../prompts/describe-problem';
import { parseExamples } from '../../replies/example-list';
import type { ParsedReply } from '../../replies/parsed-reply';

export const recallFormat: AnswerFormat = {
  name: 'similar_problems',
  schema: {
    type: 'object',
    properties: {
      problems: {
        type: 'array',
        items: {
          type: 'object',
          properties: { problem: { type: 'string' }, plan: { type: 'string' } },
          required: ['problem', 'plan'],
          additionalProperties: false,
        },
      },
    },
    required: ['problems'],
    additionalProperties: false,
  },
};

const system =
  'You are an experienced programmer who has solved a great many problems and remembers how. Faced with a new one ' +
  'you call to mind those that were like it; others will learn from them.';

/** MapCoder's first question: problems that are solved in a similar way, each with its plan. */
export function buildRecallMessages(input: {
  readonly problem: Problem;
  /** At least 1. */
  readonly atMost: number;
}): readonly Message[] {
  const { problem, atMost } = input;
  const question = [
    `Do not solve this problem. Name ${String(atMost)} other programming problems that you know and that are solved ` +
      'by related ideas, as different from one another as they can be, the most closely related one first.',
    'State each in two or three sentences of its own, so that nobody has to know it already. Then give the plan by ' +
      'which it is solved: the steps in order, with the data structures and the cases that need care. Write no code.',
    'Answer with a JSON object and nothing else: ' +
      '{"problems": [{"problem": "what was asked", "plan": "how it is solved, step by step"}]}',
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: [describeProblem(problem), ...question].join('\n\n') },
  ];
}

/** At most `atMost` problems with their plans, each as one text, the most closely related first. */
export function parseRecallReply(reply: string, atMost: number): ParsedReply<readonly string[]> {
  return parseExamples(reply, atMost);
}
