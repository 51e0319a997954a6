// place: core/search/bad.ts
// rule: no-restricted-properties
// says: Time is an argument in core/
export const now: number = Date.now();
