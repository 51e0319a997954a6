import { bracketsMatch, comparedSides } from './expected-value';

export interface AssertedCall {
  /** `[1, 2]` for `f(1, 2)`. For a test that does not compare a call with a value: the text of the test. */
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
