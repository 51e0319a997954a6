import { plainText } from '../../words/plain-text';

/** A location set as agents see it. Its code is already in fences. The strategy of a person is plain words. */
export function locationHint(strategy: string): string {
  return `An expert suggests this approach:\n\n${plainText(strategy)}`;
}
