import type { Message } from '../../schemas/model';
import { reviewOf } from '../prompts/review-of';
import { patchConversation } from './patch-candidate';
import type { PatchCandidate } from './patch-candidate';

const scoreSystem =
  'You are a reviewer of patches that fail some of their tests. You judge how close a patch is to solving its issue, and ' +
  'whether it changes the places that its strategy named.';

const scoreQuestion = [
  'Rate the patch from 0 to 5. Two things count: the results of the tests, and whether the patch follows its strategy. It does ' +
    'if it changes the named places, and nothing that is unrelated to the issue.',
  [
    '0: the patch breaks the code, or changes places that are unrelated to the issue',
    '1: the issue remains, and the named places are probably not its cause',
    '2: the issue remains, but the named places may be its cause',
    '3: the patch changes the cause, but the change is wrong or incomplete',
    '4: the patch solves the issue except for a detail, or one detail breaks another test',
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
  'You are a sceptical reviewer. The patches that you see pass all known tests. You decide whether they would also pass the ' +
  'tests that the maintainers wrote for the issue.';

const verificationQuestion = [
  'All tests that were run pass. Check the patch briefly in four respects:',
  [
    '1. It solves the issue in general, not only for the script that reproduces it. It contains no value that is special to ' +
      'that script.',
    '2. It fixes the cause at the right place, and does not hide a symptom elsewhere.',
    '3. Other callers of the changed code still work, and so do the cases that the issue mentions besides its example.',
    '4. Names, messages and defaults are those that the issue and the surrounding code require.',
  ].join('\n'),
  'Reject the patch only if you expect a specific failure.',
  'Answer with a JSON object and nothing else. Its members are "analysis", a short text, and then "accept": true if all ' +
    'four are true, else false.',
].join('\n\n');

/** Whether a patch that passes overfits what it was shown. */
export function patchVerificationMessages(candidate: PatchCandidate): readonly Message[] {
  return patchConversation(candidate, {
    system: verificationSystem,
    question: verificationQuestion,
  });
}

const reflectionsSystem =
  'You are a careful programmer. You find out why a patch is not good enough, and say how to fix it. You do not write the ' +
  'patch. Somebody else makes the change.';

export interface PatchReflectionsInput extends PatchCandidate {
  readonly review: string | null;
  readonly atMost: number;
}

/** The Thinker's question about a patch (CodeTree §3.2). */
export function patchReflectionsMessages(input: PatchReflectionsInput): readonly Message[] {
  const question = [
    ...reviewOf(input.review),
    'How should this patch be fixed or improved? For each way, say what is wrong, which places to change, and how. If the cause ' +
      'is clear, one way is enough. Otherwise give one way for each possible cause, the most likely first, and never more than ' +
      `${String(input.atMost)}. Each way must make sense to somebody who reads only this way and the patch.`,
    'Answer with a JSON object and nothing else. It has one member, "reflections": a list of texts, one for each way.',
  ].join('\n\n');
  return patchConversation(input, { system: reflectionsSystem, question });
}
