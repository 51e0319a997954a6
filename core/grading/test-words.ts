import { assertNever } from '../values/assert-never';
import type { TestOutcome } from '../schemas/verdict';
import { boundLines } from './bound-lines';
import { cutMiddle } from './cut-middle';
import { fitError } from './fit-words';

/** The authors' limit of a feedback (CodeTree, public code), in characters. */
export const maxFeedbackChars = 2_500;
/** A bound for one test and the answer of the program, so that it leaves room for the others. */
export const maxTestChars = 300;
export const maxOutputChars = 600;
/** Of `maxOutputChars`: for what is put before an error and its lines. */
const maxIndentChars = 50;
const maxPassedBesideFailed = 600;
const maxPassedChars = 2_000;
const mostLines = 16;
/** Longer texts are cut before they are searched for what must be hidden. */
const mostSearchedChars = 20_000;

/** A test that was run, in lines within the bounds of their parts. */
export interface ToldTest {
  readonly passed: boolean;
  /** What it is called among those that passed. */
  readonly name: readonly string[];
  /** What is said of it when it failed. */
  readonly failure: readonly string[];
}

/**
 * In at most 2,500 characters: the number of passed tests, those, then the failed. The first failed test is shown completely,
 * others as there is room. A program's own text is indented, so that it cannot look like another test or our words.
 */
export function tellTests(tests: readonly ToldTest[]): string {
  const passed = tests.filter((test) => test.passed);
  const [first, ...others] = tests.filter((test) => !test.passed);
  const lines = [`${passed.length} of ${tests.length} tests passed.`];
  if (passed.length > 0) {
    const chars = first === undefined ? maxPassedChars : maxPassedBesideFailed;
    const names = passed.flatMap(({ name }) => name);
    lines.push('', 'Passed:', ...boundLines(names, { lines: 100, chars }));
  }
  if (first === undefined) return lines.join('\n');
  lines.push('', 'Failed:', ...first.failure);
  const room = maxFeedbackChars - lines.join('\n').length;
  const rest = others.flatMap(({ failure }) => failure);
  return [...lines, ...boundLines(rest, { lines: 200, chars: room })].join('\n');
}

export function indentedLines(text: string, mostChars: number): readonly string[] {
  return boundedLines(text, mostChars).map((line) => `    ${line}`);
}

export function boundedLines(text: string, mostChars: number): readonly string[] {
  return boundLines(cutMiddle(text, mostChars).split('\n'), { lines: mostLines });
}

/** For a program that was stopped, one fixed sentence without its output: its progress depends on the machine. */
export function stopWords(outcome: TestOutcome): string {
  switch (outcome.kind) {
    case 'passed':
    case 'failed':
      return '';
    case 'raised':
      return errorWords(outcome) || 'The program raised an exception.';
    case 'no-program':
      return 'There was no program to run.';
    case 'exited-early':
      return 'The program ended its process before the test had finished.';
    case 'timed-out':
      return 'The program was stopped: it took longer than the time limit.';
    case 'memory-limit':
      return 'The program was stopped: it used more memory than allowed.';
    case 'output-limit':
      return 'The program was stopped: it wrote more output than allowed.';
    case 'killed-by-signal':
      return 'The program crashed: a signal ended its process.';
    default:
      return assertNever(outcome.kind);
  }
}

export function errorWords({ error = '' }: TestOutcome): string {
  return shortened(fitError(searchedPart(error)));
}

export function searchedPart(text: string): string {
  return cutMiddle(text, mostSearchedChars);
}

export function shortened(text: string): string {
  return cutMiddle(text.trim(), maxOutputChars - maxIndentChars);
}
