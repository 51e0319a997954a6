import { bracketsMatch, comparedSides } from './expected-value';

/** What one test asks of a program, and what it should answer, as the test's text has them. */
export interface AssertedCall {
  /** `[1, 2]` of `f(1, 2)`; of a test that is no call compared with a value, the test. */
  readonly input: string;
  readonly expected: string | null;
}

/** The arguments of the call that a test `assert f(1, 2) == 3` makes, and the value it compares with. */
export function assertedCall(test: string, entryPoint: string): AssertedCall {
  const sides = comparedSides(test);
  if (sides === null) return { input: test.trim(), expected: null };
  const [left, expected] = sides;
  const begins = `${entryPoint}(`;
  const given = left.slice(begins.length, -1);
  const isCall = left.startsWith(begins) && left.endsWith(')') && bracketsMatch(given);
  return isCall ? { input: `[${given}]`, expected } : { input: left, expected };
}
