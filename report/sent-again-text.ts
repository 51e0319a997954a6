import type { CallTotals } from '../core/ports/attempt-figures';
import { countText } from '../core/words/plural';

/** HTTP requests beyond a question's first: those that were received for certain, and how many may have been. */
export function sentAgainText({
  knownRepeatedCalls,
  repeatedCalls,
}: Pick<CallTotals, 'knownRepeatedCalls' | 'repeatedCalls'>): string {
  return `${countText(knownRepeatedCalls)} for certain, at most ${countText(repeatedCalls)}`;
}
