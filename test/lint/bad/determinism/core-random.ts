// place: core/search/bad.ts
// rule: no-restricted-properties
// says: Chance is an argument in core/
export const chance: number = Math.random();
