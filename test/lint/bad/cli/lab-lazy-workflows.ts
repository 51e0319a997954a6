// place: lab/runs/bad.ts
// rule: no-restricted-syntax
// says: Faces and lab reach activities and workflows through
export const load = (): Promise<unknown> => import('../../workflows/index');
