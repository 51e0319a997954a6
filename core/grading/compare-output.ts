import { readDecimal, sameNumber } from './decimal';

/**
 * How a program's output is compared with the expected one.
 * - `exact`: every character.
 * - `lines`: line by line; white space at the end of a line, and blank lines at the end, do not count.
 * - `tokens`: what stands between white space, wherever the lines end.
 * - `numbers`: like `tokens`, and two decimal numerals are equal when they write the same number (`1.0` and `1`), or
 *   when their difference is at most the larger of `absolute` and `relative` times the expected number. Two whole
 *   numbers must be equal: a tolerance would take one of them for its neighbour.
 * All tell capital from small letters.
 */
export type OutputRule =
  | { readonly kind: 'exact' | 'lines' | 'tokens' }
  | {
      readonly kind: 'numbers';
      /** At least 0; default 1e-6. */
      readonly absolute?: number;
      /** At least 0; default 1e-6. */
      readonly relative?: number;
    };

export const outputRules = [
  'exact',
  'lines',
  'tokens',
  'numbers',
] as const satisfies readonly OutputRule['kind'][];

const defaultOutputRule: OutputRule = { kind: 'lines' };
const defaultTolerance = 1e-6;

/** The first place where two outputs differ. */
export interface OutputDifference {
  readonly unit: 'character' | 'line' | 'token';
  /** Its number, from 1. */
  readonly place: number;
  /** null: there is none at this place. */
  readonly expected: string | null;
  readonly actual: string | null;
}

/** null: equal under the rule. */
export function compareOutput(
  expected: string,
  actual: string,
  rule: OutputRule = defaultOutputRule,
): OutputDifference | null {
  switch (rule.kind) {
    case 'exact':
      return expected === actual ? null : firstDifference('character', [expected, actual]);
    case 'lines':
      return firstDifference('line', [linesOf(expected), linesOf(actual)]);
    case 'tokens':
      return firstDifference('token', [tokensOf(expected), tokensOf(actual)]);
    case 'numbers': {
      const { absolute = defaultTolerance, relative = defaultTolerance } = rule;
      const isClose = (left: string, right: string): boolean =>
        isSameOrClose(left, right, { absolute, relative });
      return firstDifference('token', [tokensOf(expected), tokensOf(actual)], isClose);
    }
  }
}

function firstDifference(
  unit: OutputDifference['unit'],
  [expected, actual]: readonly [expected: ArrayLike<string>, actual: ArrayLike<string>],
  isEqual = (left: string, right: string): boolean => left === right,
): OutputDifference | null {
  const most = Math.max(expected.length, actual.length);
  for (let place = 0; place < most; place += 1) {
    const left = expected[place] ?? null;
    const right = actual[place] ?? null;
    if (left === null || right === null || !isEqual(left, right)) {
      return { unit, place: place + 1, expected: left, actual: right };
    }
  }
  return null;
}

// White space as terminals and Python's `split()` on ASCII see it; a no-break space is a character like any other.
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => trimEnd(line));
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

/** By hand: `/\s+$/` takes quadratic time on long runs of spaces. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r\v\f'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function tokensOf(text: string): readonly string[] {
  return text.split(/[ \t\r\n\v\f]+/).filter((token) => token !== '');
}

function isSameOrClose(
  expected: string,
  actual: string,
  tolerance: { readonly absolute: number; readonly relative: number },
): boolean {
  if (expected === actual) return true;
  const left = readDecimal(expected);
  const right = readDecimal(actual);
  if (left === null || right === null) return false;
  if (sameNumber(left, right)) return true;
  if (left.whole && right.whole) return false;
  const most = Math.max(tolerance.absolute, tolerance.relative * Math.abs(left.value));
  return Number.isFinite(most) && Math.abs(left.value - right.value) <= most;
}
