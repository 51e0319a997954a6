import { readDouble } from './decimal';

type Lines = readonly string[];
type Step = (expected: Lines, actual: Lines) => boolean;

const absolute = 1e-8;
const relative = 1e-5;

/** Words of a line; sets of them, so that their order and number do not count, nor those of the lines. */
const setsOf = (lines: Lines, word: (token: string) => string): string => {
  const sets = lines.map((line) => [...new Set(tokensOf(line).map(word))].sort().join(' '));
  return [...new Set(sets)].sort().join('\n');
};

const isClose = (expected: string, actual: string): boolean => {
  const [left, right] = [readDouble(expected), readDouble(actual)];
  if (left === null || right === null) return false;
  return left === right || Math.abs(right - left) <= absolute + relative * Math.abs(left);
};

const thousandths = (token: string): string => {
  const value = readDouble(token);
  return value === null ? `not a number: ${token}` : value.toFixed(3);
};

const areNumbers = (lines: Lines): boolean =>
  lines.every((line) => tokensOf(line).every((token) => readDouble(token) !== null));

/** The tool's rules in its order: the first that holds decides, and each takes more than those before it. */
const steps: readonly Step[] = [
  (expected, actual) => expected.join('\n').trim() === actual.join('\n').trim(),
  (expected, actual) => same(expected.map(trimmed), actual.map(trimmed)),
  (expected, actual) => same(filled(expected), filled(actual)),
  (expected, actual) => {
    const [left, right] = [filled(expected), filled(actual)];
    return left.length === right.length && left.every((one, at) => isClose(one, right[at] ?? ''));
  },
  (expected, actual) => {
    const word = (token: string): string => token;
    return setsOf(filled(expected), word) === setsOf(filled(actual), word);
  },
  (expected, actual) =>
    [expected, actual].every((lines) => areNumbers(filled(lines))) &&
    setsOf(filled(expected), thousandths) === setsOf(filled(actual), thousandths),
];

/**
 * Whether APPS takes an output for the expected one. It takes wrong ones as well: the last two rules ask for neither order
 * nor number of words and lines.
 */
export function isSameForApps(expected: string, actual: string): boolean {
  const [left, right] = [expected.split('\n'), actual.split('\n')];
  return steps.some((step) => step(left, right));
}

function trimmed(line: string): string {
  return line.trim();
}

function filled(lines: Lines): Lines {
  return lines.map(trimmed).filter((line) => line !== '');
}

function same(left: Lines, right: Lines): boolean {
  return left.length === right.length && left.every((one, at) => one === right[at]);
}

function tokensOf(line: string): Lines {
  return line.split(/\s+/).filter((token) => token !== '');
}
