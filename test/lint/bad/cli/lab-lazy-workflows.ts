// place: lab/runs/bad.ts
// rule: no-restricted-syntax
// says: lab/ loads only llm, sandbox, repositories, workers with import()
export const load = (): Promise<unknown> => import('../../workflows/index');
