/**
 * What stands in for a reply that stayed unreadable after its repair question; each use is counted. They neither
 * help nor end a search: go on plainly, think middling of it, do not accept.
 */
export const neutralValues = {
  strategies: ['Solve the problem directly.'],
  reflections: ['Fix the failing tests.'],
  /** Output score, 0 to 5. */
  score: 2,
  /** Verification. */
  accept: false,
  /** Of somebody who plays a person. */
  guidance:
    'The program is not right yet; go through the statement once more and check every case that it names.',
} as const;
