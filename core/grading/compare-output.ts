import { assertNever } from '../values/assert-never';
import { isSameForApps } from './apps-output';
import { readDecimal, readDouble, sameNumber } from './decimal';

/**
 * How a program's output is compared with the expected one.
 * - `exact`: every character.
 * - `lines`: line by line; white space at the end of a line, and blank lines at the end, do not count.
 * - `tokens`: what stands between white space, wherever the lines end.
 * - `numbers`: like `tokens`, and two decimal numerals are equal when they write the same number (`1.0` and `1`), or
 *   when their difference is at most the larger of `absolute` and `relative` times the expected number. Two whole
 *   numbers must be equal: a tolerance would take one of them for its neighbour.
 * - `decimal` (LiveCodeBench): white space around the whole and around each line does not count; two lines are equal, or
 *   the same numbers word by word (`0.50` and `0.5`), with no tolerance.
 * - `float`: like `tokens`, and two numbers, as doubles, are equal when they are less apart than the larger of `absolute` and
 *   `relative` times the expected one. Two huge integers may be the same double.
 * - `set`: neither order nor number of lines counts, nor of the tokens in a line.
 * - `apps`: what APPS takes, which ends with `set`.
 * - `custom`: a program of the data set's decides. It is run apart from the candidate, reads one JSON object
 *   `{input, output, expected}`, and exits with 42 (right) or 43 (wrong); what comes of any other end: `core/tasks/custom-checker.ts`.
 * All but `float` with `anyCase` tell capital from small letters.
 */
export type OutputRule =
  | { readonly kind: 'exact' | 'lines' | 'tokens' | 'decimal' | 'set' | 'apps' }
  | {
      readonly kind: 'float';
      /** At least 0; default 1e-6. */
      readonly absolute?: number | undefined;
      /** At least 0; default 1e-6. */
      readonly relative?: number | undefined;
      /** Capital letters are as good as small ones; default not. */
      readonly anyCase?: boolean | undefined;
    }
  | { readonly kind: 'custom'; readonly program: string }
  | {
      readonly kind: 'numbers';
      /** At least 0; default 1e-6. */
      readonly absolute?: number | undefined;
      /** At least 0; default 1e-6. */
      readonly relative?: number | undefined;
    };

/** Rules that need only their name. */
export const outputRules = [
  'exact',
  'lines',
  'tokens',
  'numbers',
  'decimal',
  'float',
  'set',
  'apps',
] as const satisfies readonly OutputRule['kind'][];

/** Rules that are decided here: all except a program of the data set. */
export type ComparedRule = Exclude<OutputRule, { readonly kind: 'custom' }>;

const defaultOutputRule: ComparedRule = { kind: 'lines' };
const defaultTolerance = 1e-6;

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
  rule: ComparedRule = defaultOutputRule,
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
    case 'float': {
      const { absolute = defaultTolerance, relative = defaultTolerance, anyCase = false } = rule;
      const [left, right] = [expected, actual].map((text) =>
        tokensOf(anyCase ? text.toLowerCase() : text),
      ) as [readonly string[], readonly string[]];
      return firstDifference('token', [left, right], (one, other) =>
        isNear(one, other, { absolute, relative }),
      );
    }
    case 'decimal':
      return firstDifference('line', [strippedLines(expected), strippedLines(actual)], isSameLine);
    case 'set':
      return setOf(expected) === setOf(actual) ? null : someDifference(expected, actual);
    case 'apps':
      return isSameForApps(expected, actual) ? null : someDifference(expected, actual);
    default:
      return assertNever(rule);
  }
}

/** Lines that are compared without order have no natural first difference. The first line that is not equal is reported. */
function someDifference(expected: string, actual: string): OutputDifference {
  const found = firstDifference('line', [linesOf(expected), linesOf(actual)]);
  return found ?? { unit: 'line', place: 1, expected, actual };
}

function strippedLines(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

function isSameLine(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  const [left, right] = [tokensOf(expected), tokensOf(actual)];
  return (
    left.length === right.length && left.every((one, at) => isSameDecimal(one, right[at] ?? ''))
  );
}

function isSameDecimal(expected: string, actual: string): boolean {
  const [left, right] = [readDecimal(expected), readDecimal(actual)];
  if (left !== null && right !== null) return sameNumber(left, right);
  const [one, other] = [readDouble(expected), readDouble(actual)];
  return one !== null && one === other && !Number.isFinite(one) && left === right;
}

function isNear(
  expected: string,
  actual: string,
  tolerance: { readonly absolute: number; readonly relative: number },
): boolean {
  if (expected === actual) return true;
  const [left, right] = [readDouble(expected), readDouble(actual)];
  if (left === null || right === null) return false;
  const most = Math.max(tolerance.absolute, tolerance.relative * Math.abs(left));
  return left === right || Math.abs(left - right) < most;
}

function setOf(text: string): string {
  const lines = linesOf(text).filter((line) => line !== '');
  const sets = lines.map((line) => [...new Set(tokensOf(line))].sort().join(' '));
  return [...new Set(sets)].sort().join('\n');
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

// White space as terminals and Python's `split()` on ASCII see it. A no-break space is an ordinary character.
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => trimEnd(line));
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

/** Written by hand, because `/\s+$/` takes quadratic time on long runs of spaces. */
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
