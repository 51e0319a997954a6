import type { AnswerFormat, Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import { clipText } from '../../values/text-excerpt';
import { fallbackValues } from '../fallback-values';
import { describeProblem } from '../prompts/describe-problem';
import { quoteAsData } from '../../words/quote-as-data';
import { longestIdea } from '../../replies/idea-list';
import { memberInReply } from '../../replies/json-in-reply';
import type { ParsedReply } from '../../replies/parsed-reply';
import { readConfidence } from '../../replies/read-confidence';
import { stripReasoning } from '../../replies/strip-reasoning';

export const planFormat: AnswerFormat = {
  name: 'plan',
  schema: {
    type: 'object',
    properties: { plan: { type: 'string' }, confidence: { type: 'integer' } },
    required: ['plan', 'confidence'],
    additionalProperties: false,
  },
};

export interface MadePlan {
  readonly plan: string;
  /** 0 to 100. */
  readonly confidence: number;
}

/** Replaces a plan that stayed unreadable. It is tried last. */
export const fallbackPlan: MadePlan = { plan: fallbackValues.strategies[0], confidence: 0 };

const system =
  'You are an experienced programmer who writes plans that others turn into programs, and who is honest about how ' +
  'far a plan can be trusted.';

/** MapCoder's second question: a plan, made from a similar problem, with the confidence of its author. */
export function buildPlanMessages(input: {
  readonly problem: Problem;
  /** A similar problem with its plan. null: the model recalled none. */
  readonly example: string | null;
}): readonly Message[] {
  const { problem, example } = input;
  const question = [
    ...(example === null
      ? []
      : [
          `Here is another problem that is solved in a related way, and its plan:\n\n${quoteAsData(example)}`,
        ]),
    `Write a plan for ${example === null ? 'the problem' : 'the problem above, not for the other one; take from its plan only what fits'}. ` +
      'Give the steps in order, concretely enough that somebody else could write the program without thinking about ' +
      'the method again: the data structures, the loop or recursion, and the cases at the edges. Write no code.',
    'Go through the plan once with the examples of the statement. Then say how sure you are that a program written by ' +
      'it is right, as a whole number from 0 (surely wrong) to 100 (surely right).',
    'Answer with a JSON object and nothing else: {"plan": "the steps, in order", "confidence": number}',
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: [describeProblem(problem), ...question].join('\n\n') },
  ];
}

/** Read from a JSON object, otherwise the prose itself with the number that it gives as its confidence. */
export function parsePlanReply(reply: string): ParsedReply<MadePlan> {
  const text = stripReasoning(reply);
  const said = readConfidence(text);
  const plan = clipText((planIn(text) ?? said.rest).trim(), longestIdea).trim();
  if (!/\p{L}/u.test(plan)) return { ok: false, problem: 'it holds no plan' };
  if (said.confidence === null) {
    return { ok: false, problem: 'it does not say a "confidence", a number from 0 to 100' };
  }
  return { ok: true, value: { plan, confidence: said.confidence } };
}

/** The plan of an object: a text, or its steps. */
function planIn(text: string): string | null {
  const names = ['plan', 'planning', 'steps'];
  return memberInReply(text, names, planText)?.value ?? null;
}

function planText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const steps = value.filter((step): step is string => typeof step === 'string');
  return steps.length === 0 ? null : steps.join('\n');
}
