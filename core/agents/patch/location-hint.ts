import { plainText } from '../../words/plain-text';

/** A location set as agents see it. Its code is in fences already; a person's own strategy is words. */
export function locationHint(strategy: string): string {
  return `An expert suggests this approach:\n\n${plainText(strategy)}`;
}
