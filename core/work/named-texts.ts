import { assertNever } from '../assert-never';
import { dialogueTexts } from '../refinement/outcome-texts';
import type { AttemptOutcome } from '../schemas/run';
import { searchTexts } from '../search/outcome-texts';

/**
 * sha256 of the texts that an outcome names, some of them more than once. Beside the table of kinds, not in it: workflows have
 * that table in their bundle, and no use for this.
 */
export function namedTexts(outcome: AttemptOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'search':
      return searchTexts(outcome);
    case 'dialogue':
      return dialogueTexts(outcome);
    case 'evaluation':
      return outcome.program === null ? [] : [outcome.program];
    case 'environment':
      return [];
    default:
      return assertNever(outcome);
  }
}
