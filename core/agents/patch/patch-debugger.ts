import type { Message } from '../../schemas/model';
import { quoteAsData } from '../../words/quote-as-data';
import { reviewOf } from '../prompts/review-of';
import { editForm } from './edit-form';
import { patchConversation } from './patch-candidate';
import type { PatchCandidate } from './patch-candidate';
import { programmerSystem } from './patch-solver';

export interface PatchDebuggerInput extends Omit<PatchCandidate, 'quoteProgram'> {
  readonly reflection: string | null;
  readonly review: string | null;
  /** Code of the changed places with the patch, in fences; null: not known. */
  readonly changed: string | null;
}

/** A repaired patch (CodeTree §3.3): edits are made in the files as the patch left them. */
export function patchDebuggerMessages(input: PatchDebuggerInput): readonly Message[] {
  const { reflection, review, changed } = input;
  const question = [
    ...reviewOf(review),
    reflection === null
      ? 'Find out what is wrong with the patch, and fix it.'
      : `Advice on how to change the patch:\n\n${quoteAsData(reflection)}`,
    ...(changed === null ? [] : [`The changed files with the patch:\n\n${changed}`]),
    'The patch is already applied. Write only what must change now, in the files as they are with the patch. ' +
      'To replace the whole patch instead, write a unified diff against the base commit in a ```diff fence.',
    editForm,
  ];
  return patchConversation(
    { ...input, quoteProgram: false },
    { system: programmerSystem, question: question.join('\n\n') },
  );
}
