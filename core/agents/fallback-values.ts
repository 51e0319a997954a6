/**
 * Fallback values for replies that stayed unreadable after the request to correct them. Each use is counted. They neither
 * help nor end a search: continue plainly, give a middle score, do not accept.
 */
export const fallbackValues = {
  strategies: ['Solve the problem directly.'],
  reflections: ['Fix the failing tests.'],
  /** Output score, 0 to 5. */
  score: 2,
  /** Verification. */
  accept: false,
  /** Guidance of a simulated person. */
  guidance:
    'The program is not right yet; go through the statement once more and check every case that it names.',
} as const;
