// place: activities/bad.ts
// rule: no-restricted-syntax
// says: Only lab and the faces load lazily
export const load = (): Promise<unknown> => import('../cli/main');
