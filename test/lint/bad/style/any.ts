// place: core/search/bad.ts
// rule: @typescript-eslint/no-explicit-any
// says: any
export const one: any = 1;
