import type { Message } from '../../schemas/model';
import { reviewOf } from '../prompts/review-of';
import { patchConversation } from './patch-candidate';
import type { PatchCandidate } from './patch-candidate';

const scoreSystem =
  'You are a reviewer of patches that fail some of their tests. You judge how far a patch is from solving its issue, and ' +
  'whether it changes the places that were named for it.';

const scoreQuestion = [
  'Rate the patch from 0 to 5. Two things count: what running the tests gave, and whether the patch does what the places that ' +
    'were named are there for, without changing what has nothing to do with the issue.',
  [
    '0: it breaks the code, or changes places that have nothing to do with the issue',
    '1: the issue is there as before, and the named places do not seem to be its cause',
    '2: the issue is there as before, but the places may be right',
    '3: the cause is found, and the change is wrong or not complete',
    '4: the issue is solved but for a detail, or another test no longer passes because of one',
    '5: only tests that must change with the issue fail',
  ].join('\n'),
  'Answer with a JSON object and nothing else. Its members are "analysis", a text of two or three sentences, and then ' +
    '"score", a whole number from 0 to 5.',
].join('\n\n');

/** Execution and faithfulness to the location set (CodeTree §4.7). */
export function patchScoreMessages(candidate: PatchCandidate): readonly Message[] {
  return patchConversation(candidate, { system: scoreSystem, question: scoreQuestion });
}

const verificationSystem =
  'You are a sceptical reviewer. The patches you see pass the tests that are known; you decide whether they would also pass ' +
  'the tests that the maintainers wrote for the issue.';

const verificationQuestion = [
  'The tests that were run pass. Check the patch in four respects, briefly:',
  [
    '1. It solves the issue in general, and not only the case of the script that reproduces it: no value of that script is ' +
      'written into it.',
    '2. It mends the cause, in the place that is there for it, and does not hide a symptom elsewhere.',
    '3. Other callers of the changed code, and the cases that the issue names beside its example, come out right.',
    '4. Names, messages and defaults are those that the issue and the code around ask for.',
  ].join('\n'),
  'Reject only for something that you expect to fail.',
  'Answer with a JSON object and nothing else. Its members are "analysis", a short text, and then "accept": true when all ' +
    'four hold, else false.',
].join('\n\n');

/** Whether a patch that passes overfits what it was shown. */
export function patchVerificationMessages(candidate: PatchCandidate): readonly Message[] {
  return patchConversation(candidate, {
    system: verificationSystem,
    question: verificationQuestion,
  });
}

const reflectionsSystem =
  'You are a careful programmer who finds out why a patch falls short and says how to mend it. Others will make the change; ' +
  'you write no patch.';

export interface PatchReflectionsInput extends PatchCandidate {
  readonly review: string | null;
  readonly atMost: number;
}

/** The Thinker's question about a patch (CodeTree §3.2). */
export function patchReflectionsMessages(input: PatchReflectionsInput): readonly Message[] {
  const question = [
    ...reviewOf(input.review),
    'How should this patch be mended or improved? Say for each way what is wrong, which places to change, and how. Where the ' +
      'cause is plain, one way is enough; otherwise give one way for each reading of it, the likeliest first, and never more than ' +
      `${String(input.atMost)}. Each must make sense to somebody who reads it alone next to the patch.`,
    'Answer with a JSON object and nothing else. It has one member, "reflections": a list of texts, one for each way.',
  ].join('\n\n');
  return patchConversation(input, { system: reflectionsSystem, question });
}
