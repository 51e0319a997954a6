import { quoteAsData } from '../../words/quote-as-data';

/** The strategy that a program carries out, for whoever works on with it. */
export function hintOf({ strategy }: { readonly strategy: string | null }): {
  readonly hint?: string;
} {
  return strategy === null ? {} : { hint: strategyHint(strategy) };
}

/** A strategy as the Solver sees it: a hint from somebody who knows, quoted because a model wrote it. */
export function strategyHint(strategy: string): string {
  return `An expert suggests this approach:\n\n${quoteAsData(strategy)}`;
}
