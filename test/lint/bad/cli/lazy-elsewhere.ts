// place: activities/bad.ts
// rule: no-restricted-syntax
// says: Only the cli loads lazily
export const load = (): Promise<unknown> => import('../cli/main');
