// place: core/search/bad.ts
// rule: @typescript-eslint/explicit-module-boundary-types
// says: return type
export function one() {
  return 1;
}
