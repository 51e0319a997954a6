import { quoteAsData } from '../../words/quote-as-data';

/** The analysis of the critic, for an agent that continues with the program. Empty if there is none. */
export function reviewOf(review: string | null): readonly string[] {
  const words = review?.trim() ?? '';
  return words === '' ? [] : [`A reviewer wrote about it:\n\n${quoteAsData(words)}`];
}
