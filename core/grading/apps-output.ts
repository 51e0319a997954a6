import { readDouble } from './decimal';

type Lines = readonly string[];
type Step = (expected: Lines, actual: Lines) => boolean;

const absolute = 1e-8;
const relative = 1e-5;

/** The words of a line, and sets of words, in which order and number do not count. The same holds for sets of lines. */
const setsOf = (lines: Lines, word: (token: string) => string): string => {
  const sets = lines.map((line) => [...new Set(tokensOf(line).map(word))].sort().join(' '));
  return [...new Set(sets)].sort().join('\n');
};

const isClose = (expected: string, actual: string): boolean => {
  const [left, right] = [readDouble(expected), readDouble(actual)];
  if (left === null || right === null) return false;
  // As numpy has it: near an infinite number there is only itself.
  if (!Number.isFinite(left)) return left === right;
  return Math.abs(right - left) <= absolute + relative * Math.abs(left);
};

const thousandths = (token: string): string => {
  const value = readDouble(token);
  return value === null ? `not a number: ${token}` : value.toFixed(3);
};

const areNumbers = (lines: Lines): boolean =>
  lines.every((line) => tokensOf(line).every((token) => readDouble(token) !== null));

/** The rules of the tool, in its order. The first that matches decides, and each accepts more than the rules before it. */
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

/** Accepts wrong outputs too: the last two rules ignore the order and the number of words and lines. */
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
