/** What of a repository is shown beside an instance's own definition. */
export const retrievalModes = ['none', 'dependency', 'full'] as const;
export type RetrievalMode = (typeof retrievalModes)[number];
