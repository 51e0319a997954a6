/** Tokens of what a question of retrieval shows, and of the code of one location set. */
export const retrievalTokens = {
  tree: 12_000,
  skeletons: 12_000,
  elements: 16_000,
  set: 8_000,
} as const;
