// place: core/search/bad.ts
// rule: max-params
// says: too many parameters
export const sum = (a: number, b: number, c: number, d: number): number => a + b + c + d;
