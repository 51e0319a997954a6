import { quoteAsData } from '../../words/quote-as-data';

/** The strategy of a program, for an agent that continues with it. */
export function hintOf({ strategy }: { readonly strategy: string | null }): {
  readonly hint?: string;
} {
  return strategy === null ? {} : { hint: strategyHint(strategy) };
}

/** A strategy as the Solver sees it: a hint, quoted because a model wrote it. */
export function strategyHint(strategy: string): string {
  return `An expert suggests this approach:\n\n${quoteAsData(strategy)}`;
}
