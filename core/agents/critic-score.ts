import type { AnswerFormat, Message } from '../schemas/model';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CandidateInput } from './prompts/candidate-conversation';
import { clipText } from '../text-excerpt';
import { objectInReply } from './replies/json-in-reply';
import { lastLines, longestAnalysis } from './replies/last-lines';
import type { ParsedReply } from './replies/parsed-reply';
import { stripReasoning } from './strip-reasoning';

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
  'Answer with a JSON object and nothing else, the analysis (two or three sentences) before the score: ' +
    '{"analysis": "...", "score": 3}',
].join('\n\n');

/** The critic's question about a program that failed visible tests (CodeTree §3.4). */
export function buildScoreMessages(input: CandidateInput): readonly Message[] {
  return candidateConversation(input, { system, question });
}

/** `Score: 3`, `score is 3/5`, `**Score (0-5):** 3`. */
const scoreLine =
  /\bscore\b[\s*_"'`]{0,6}(?:\([^()\n]{0,30}\)[\s*_]{0,6})?(?:is|of|[:=])?[\s*_"'`]{0,8}(-?\d{1,6}(?:\.\d{1,6})?)/i;

/** A whole number as JSON gives it, or written as a text: `3`, `"3"`, `"3/5"`. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const written =
    typeof value === 'string' ? /^\s{0,8}(-?\d{1,6})(?:\s?\/\s?5)?\s{0,8}$/.exec(value) : null;
  return written?.[1] === undefined ? null : Number(written[1]);
}

/** From a JSON object, else from a line near the end that says "score"; never from a digit elsewhere. */
export function parseScoreReply(reply: string): ParsedReply<OutputScore> {
  const text = stripReasoning(reply);
  const object = objectInReply(text, 'score');
  const line = lastLines(text).findLast((candidate) => scoreLine.test(candidate));
  const plain = line === undefined ? null : Number(scoreLine.exec(line)?.[1]);
  const score = object === undefined ? plain : numberOf(object['score']);
  if (score === null) {
    return {
      ok: false,
      problem: 'it holds no JSON object with a "score", nor a last line "Score: N"',
    };
  }
  if (!Number.isInteger(score) || score < 0 || score > 5) {
    return { ok: false, problem: 'its score is not a whole number from 0 to 5' };
  }
  const analysis = typeof object?.['analysis'] === 'string' ? object['analysis'] : text;
  return { ok: true, value: { analysis: clipText(analysis.trim(), longestAnalysis), score } };
}
