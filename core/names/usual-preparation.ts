/** How an issue is prepared where a run does not say otherwise. */
export const usualPreparation = {
  /** Scripts that the reproducer writes. Agentless asks for 40. */
  reproductionScripts: 5,
  /** Test files that run before any change. Each patch of a search runs them again. */
  regressionFiles: 10,
  /** Wall time of these tests before any change. */
  regressionMinutes: 15,
  /** Tokens of what a question of retrieval shows: the tree of files, headers without bodies, code. */
  fileTreeTokens: 12_000,
  skeletonTokens: 12_000,
  codeTokens: 16_000,
  /** Tokens of the code of one location set. */
  locationSetTokens: 8_000,
} as const;

export type PreparationSetting = keyof typeof usualPreparation;
export type Preparation = { readonly [Name in PreparationSetting]: number };
