import type { AnswerFormat, Message } from '../schemas/model';
import { clipText } from '../text-excerpt';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CandidateInput } from './prompts/candidate-conversation';
import { objectInReply } from './replies/json-in-reply';
import { lastLines, longestAnalysis } from './replies/last-lines';
import type { ParsedReply } from './replies/parsed-reply';
import { stripReasoning } from './strip-reasoning';

export const verificationFormat: AnswerFormat = {
  name: 'verification',
  schema: {
    type: 'object',
    properties: { analysis: { type: 'string' }, accept: { type: 'boolean' } },
    required: ['analysis', 'accept'],
    additionalProperties: false,
  },
};

export interface Verification {
  readonly analysis: string;
  readonly accept: boolean;
}

const system =
  'You are a sceptical reviewer. The programs you see pass the tests that are known; you decide whether they ' +
  'would also pass tests that are not.';

const question = [
  'The tests that were run pass. Check the program in four respects, briefly:',
  [
    '1. Its method is a general one, and no output is written into it for particular inputs.',
    '2. Boundaries are right: first and last elements, empty and single inputs, the limits of loops.',
    '3. Every edge case that the statement allows is dealt with.',
    '4. Time and space stay polynomial in the size of the input.',
  ].join('\n'),
  'Accept it only when all four hold. Answer with a JSON object and nothing else, the analysis before the verdict: ' +
    '{"analysis": "...", "accept": true}',
].join('\n\n');

/** The critic's question about a program that passed every visible test (CodeTree §3.4). */
export function buildVerificationMessages(input: CandidateInput): readonly Message[] {
  return candidateConversation(input, { system, question });
}

const yes = new Set(['accept', 'accepted', 'yes', 'true', 'approve', 'approved']);
const no = new Set(['reject', 'rejected', 'refuse', 'refused', 'no', 'false', 'not accepted']);
const words = [...yes, ...no].toSorted((left, right) => right.length - left.length).join('|');

/** A line that is the verdict alone, or says whose it is: `yes`, `Verdict: reject`, `**Accept:** no`. */
const verdictLine = new RegExp(
  `^[\\s*_#>"'\`-]{0,8}(?:(?:final )?(?:verdict|decision|answer|accept)[\\s*_]{0,6}(?:is|[:=?])[\\s*_"'\`:]{0,8})?` +
    `(${words})[\\s*_"'\`.!,]{0,8}$`,
  'i',
);

function verdictOf(word: unknown): boolean | null {
  if (typeof word === 'boolean') return word;
  if (typeof word !== 'string') return null;
  const plain = word.trim().toLowerCase();
  return yes.has(plain) ? true : no.has(plain) ? false : null;
}

/** From a JSON object, else from a line near the end that is a verdict. */
export function parseVerificationReply(reply: string): ParsedReply<Verification> {
  const text = stripReasoning(reply);
  const object = objectInReply(text, 'accept');
  const line = lastLines(text).findLast((candidate) => verdictLine.test(candidate));
  const accept =
    object === undefined
      ? verdictOf(verdictLine.exec(line ?? '')?.[1])
      : verdictOf(object['accept']);
  if (accept === null) {
    return {
      ok: false,
      problem:
        'it holds no JSON object with "accept" true or false, nor a last line "Verdict: accept" or "reject"',
    };
  }
  const analysis = typeof object?.['analysis'] === 'string' ? object['analysis'] : text;
  return { ok: true, value: { analysis: clipText(analysis.trim(), longestAnalysis), accept } };
}
