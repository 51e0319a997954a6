import { quoteAsData } from '../../words/quote-as-data';

/** The critic's analysis as whoever works on with the program sees it; nothing where there is none. */
export function reviewOf(review: string | null): readonly string[] {
  const words = review?.trim() ?? '';
  return words === '' ? [] : [`A reviewer wrote about it:\n\n${quoteAsData(words)}`];
}
