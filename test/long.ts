/**
 * `npm test` has 15 minutes. It leaves out what takes minutes of a processor and looks at what shorter tests look at too, on more
 * data: files named `*.long.*.test.ts`, and the tests of this file. `npm run test:all` runs them, and so does a run of named files.
 */
export const isShort = process.env['ESPALIER_SHORT_TESTS'] === '1';

/** `it` of a test that `npm test` leaves out. */
export const itLong: typeof it = isShort ? it.skip : it;

/** `describe` of tests that `npm test` leaves out. */
export const describeLong: typeof describe = isShort ? describe.skip : describe;

/** Those of a table that every run tries; the others are left to complete runs. */
export function inShort<T>(
  all: readonly T[],
  few: (item: T, place: number) => boolean,
): readonly T[] {
  return isShort ? all.filter(few) : all;
}
