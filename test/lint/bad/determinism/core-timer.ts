// place: core/search/bad.ts
// rule: no-restricted-globals
// says: No timers in core/
export const wait: unknown = setTimeout(() => undefined, 1);
