/** For replies that stayed unreadable. Each use is counted. They neither help nor end a search. */
export const fallbackValues = {
  strategies: ['Solve the problem directly.'],
  reflections: ['Fix the failing tests.'],
  /** Output score, 0 to 5. */
  score: 2,
  accept: false,
  guidance:
    'The program is not right yet; go through the statement once more and check every case that it names.',
} as const;
