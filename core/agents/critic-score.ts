import type { AnswerFormat, Message } from '../schemas/model';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CriticInput } from './prompts/candidate-conversation';
import { hintOf } from './prompts/strategy-hint';
import { analysisIn } from '../replies/analysis';
import type { ParsedReply } from '../replies/parsed-reply';
import { readRating } from '../replies/read-rating';
import { isOn } from '../replies/rating-scale';
import type { Scale } from '../replies/rating-scale';
import { stripReasoning } from '../replies/strip-reasoning';

export const scoreFormat: AnswerFormat = {
  name: 'output_score',
  schema: {
    type: 'object',
    properties: {
      analysis: { type: 'string' },
      score: { type: 'integer', enum: [0, 1, 2, 3, 4, 5] },
    },
    required: ['analysis', 'score'],
    additionalProperties: false,
  },
};

export interface OutputScore {
  readonly analysis: string;
  /** 0 (error or time-out) to 5 (outputs match). */
  readonly score: number;
}

const system =
  'You are a reviewer of programs that fail some of their tests. From what they put out you judge how far they ' +
  'are from being right.';

const question = [
  'Compare what the program gave with what was expected, and rate the outputs from 0 to 5:',
  [
    '0: it ended in an error or ran out of time',
    '1: the wrong outputs show no pattern',
    '2: for a part of the cases the outputs are abnormal',
    '3: the wrong outputs share a clear pattern, such as all being off by one or in reverse order',
    '4: only edge or corner cases are missed',
    '5: the outputs match what was expected',
  ].join('\n'),
  'Answer with a JSON object and nothing else. Its members are "analysis", a text of two or three sentences, and then ' +
    '"score", a whole number from 0 to 5.',
].join('\n\n');

/** The critic's question about a program that failed visible tests (CodeTree §3.4, eq. 4). */
export function buildScoreMessages(input: CriticInput): readonly Message[] {
  return candidateConversation(input, { system, question, ...hintOf(input) });
}

const scale: Scale = { least: 0, most: 5 };
const anyScale: Scale = { least: -Infinity, most: Infinity };

/** From a JSON object, else from what its prose says; never from a digit elsewhere. */
export function parseScoreReply(reply: string): ParsedReply<OutputScore> {
  const text = stripReasoning(reply);
  const said = readRating(text, scale) ?? readRating(text, anyScale);
  if (said === null) {
    return {
      ok: false,
      problem: 'it holds no JSON object with a "score", nor a last line "Score: N"',
    };
  }
  if (!Number.isInteger(said.number) || !isOn(scale, said.number)) {
    return { ok: false, problem: 'its score is not a whole number from 0 to 5' };
  }
  return { ok: true, value: { analysis: analysisIn(said.object, text), score: said.number } };
}
