// place: cli/bad.ts
// rule: no-restricted-syntax
// says: cli/ loads only workers, engine
export const load = (): Promise<unknown> => import('../activities/index');
