// place: core/brandnew/bad.ts
// rule: no-restricted-syntax
// says: on no floor of core/
export const one = 1;
