import { quoteAsData } from '../quote-as-data';

/** A strategy as the Solver sees it: a hint from somebody who knows, quoted because a model wrote it. */
export function strategyHint(strategy: string): string {
  return `An expert suggests this approach:\n\n${quoteAsData(strategy)}`;
}
