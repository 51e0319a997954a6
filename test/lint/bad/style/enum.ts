// place: core/search/bad.ts
// rule: no-restricted-syntax
// says: `as const` union
export enum Kind {
  One = 'one',
}
