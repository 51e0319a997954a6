import type { AnswerFormat, Message } from '../schemas/model';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CriticInput } from './prompts/candidate-conversation';
import { hintOf } from './prompts/strategy-hint';
import { analysisIn } from '../replies/analysis';
import type { ParsedReply } from '../replies/parsed-reply';
import { readVerdict } from '../replies/read-verdict';
import { stripReasoning } from '../replies/strip-reasoning';

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
    '3. Every edge case that the statement allows comes out right. Tests keep to the types, formats and limits of the ' +
      'statement: inputs that it rules out need no handling.',
    '4. Time and space stay polynomial in the size of the input.',
  ].join('\n'),
  'What already comes out right without being handled apart is no fault: ask for no redundant handling, and reject only ' +
    'for an input that the statement allows and that you expect to fail.',
  'Answer with a JSON object and nothing else. Its members are "analysis", a short text, and then "accept": true when all ' +
    'four hold, else false.',
].join('\n\n');

/** The critic's question about a program that passed every visible test (CodeTree §3.4, eq. 4). */
export function buildVerificationMessages(input: CriticInput): readonly Message[] {
  return candidateConversation(input, { system, question, ...hintOf(input) });
}

/** From a JSON object, else from what its prose concludes. */
export function parseVerificationReply(reply: string): ParsedReply<Verification> {
  const text = stripReasoning(reply);
  const said = readVerdict(text);
  if (said === null) {
    return {
      ok: false,
      problem:
        'it holds no JSON object with "accept" true or false, nor a last line "Verdict: accept" or "reject"',
    };
  }
  return { ok: true, value: { analysis: analysisIn(said.object, text), accept: said.accept } };
}
