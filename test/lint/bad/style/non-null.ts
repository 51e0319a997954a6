// place: core/search/bad.ts
// rule: @typescript-eslint/no-non-null-assertion
// says: non-null
export const first = (list: readonly string[]): string => list[0]!;
