/** Calls of a data set that a recipe may send through a batch API. */
export const batchStages = ['rate', 'embed', 'explain'] as const;
export type BatchStage = (typeof batchStages)[number];
