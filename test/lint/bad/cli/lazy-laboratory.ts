// place: cli/bad.ts
// rule: no-restricted-syntax
// says: what is no product never
export const load = (): Promise<unknown> => import('../laboratory/trials/program');
