// place: core/search/bad.ts
// rule: no-restricted-syntax
// says: Time is an argument in core/
export const now: Date = new Date();
