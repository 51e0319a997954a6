// place: cli/bad.ts
// rule: no-restricted-syntax
// says: The cli reaches activities and workflows through
export const load = (): Promise<unknown> => import('../activities/index');
