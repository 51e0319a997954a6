import { assertNever } from '../assert-never';
import type { Problem } from '../schemas/problem';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';
import { boundLines } from './bound-lines';
import { cutMiddle } from './cut-middle';
import { expectedValue } from './expected-value';
import { fitError, fitValue, readable } from './fit-words';

/** What running the visible tests said of a program; `text` is what models are shown. */
export interface VisibleFeedback {
  /** `passed` when all passed, else the kind of the first that did not. */
  readonly kind: VerdictKind;
  readonly passed: number;
  /** 1 for a problem without visible tests: loading the program. */
  readonly total: number;
  readonly text: string;
  readonly timeSensitive: boolean;
}

/** The authors' limit (CodeTree, public code), in characters. */
export const maxFeedbackChars = 2_500;
/** One test, and what a program said to it, may not crowd the others out. */
const maxTestChars = 300;
const maxOutputChars = 600;
/** Of `maxOutputChars`: for what is put before an error and its lines. */
const maxIndentChars = 50;
const maxPassedBesideFailed = 600;
const maxPassedChars = 2_000;
const mostLines = 16;
/** Longer texts are cut before they are searched for what must be hidden. */
const mostSearchedChars = 20_000;

type Tested = Pick<Problem, 'visibleTests' | 'entryPoint'>;

/**
 * Feedback on a program: how many tests passed, the passed ones, then each failed one with what was expected and what
 * the program gave or raised. At most 2,500 characters; where something is left out, head and tail stay and it says
 * so. A pure function of program and tests: no durations, nothing of the machine, no control sequences and, of a test
 * that was stopped, one fixed sentence and nothing that the program wrote.
 * @param outcomes one per visible test, in their order; of a problem without any, the one of loading the program.
 * @throws RangeError when there are more or fewer outcomes.
 */
export function visibleFeedback(
  problem: Tested,
  outcomes: readonly TestOutcome[],
): VisibleFeedback {
  const tests = problem.visibleTests;
  const total = Math.max(tests.length, 1);
  if (outcomes.length !== total) {
    throw new RangeError(`${total} outcomes are due, ${outcomes.length} came`);
  }
  const failed = outcomes.find(({ kind }) => kind !== 'passed');
  const text = tests.length === 0 ? loadText(problem, outcomes) : testsText(tests, outcomes);
  return {
    kind: failed?.kind ?? 'passed',
    passed: outcomes.filter(({ kind }) => kind === 'passed').length,
    total,
    text,
    timeSensitive: outcomes.some(({ timeSensitive }) => timeSensitive),
  };
}

/** Feedback on a reply that held no program. */
export function noProgramFeedback(problem: Tested): VisibleFeedback {
  return {
    kind: 'no-program',
    passed: 0,
    total: Math.max(problem.visibleTests.length, 1),
    text: 'No test was run: the reply held no Python program.',
    timeSensitive: false,
  };
}

function loadText({ entryPoint }: Tested, outcomes: readonly TestOutcome[]): string {
  const none = 'The problem has no visible tests; the program was only loaded.';
  const words = outcomes.flatMap((outcome) =>
    outcome.kind === 'passed'
      ? [`It loads and defines ${entryPoint}.`]
      : indented(saidOf(outcome) || `It does not define ${entryPoint}.`, maxOutputChars),
  );
  return [none, ...words].join('\n');
}

interface Tried {
  readonly test: string;
  readonly outcome: TestOutcome;
}

/**
 * The first test that failed is told whole, within the bounds of its parts; of further ones as much as there is room
 * for, in whole lines. Whatever a program wrote is indented: it cannot pass for another test or for our words.
 */
function testsText(tests: readonly string[], outcomes: readonly TestOutcome[]): string {
  const results = outcomes.map((outcome, index) => ({ outcome, test: tests[index] ?? '' }));
  const passed = results.filter(({ outcome }) => outcome.kind === 'passed');
  const [first, ...others] = results.filter(({ outcome }) => outcome.kind !== 'passed');
  const lines = [`${passed.length} of ${results.length} tests passed.`];
  const passedChars = first === undefined ? maxPassedChars : maxPassedBesideFailed;
  if (passed.length > 0) lines.push('', 'Passed:', ...passedLines(passed, passedChars));
  if (first === undefined) return lines.join('\n');
  lines.push('', 'Failed:', ...failedLines(first));
  const room = maxFeedbackChars - lines.join('\n').length;
  return [...lines, ...boundLines(others.flatMap(failedLines), { lines: 200, chars: room })].join(
    '\n',
  );
}

function passedLines(passed: readonly Tried[], chars: number): readonly string[] {
  const lines = passed.flatMap(({ test }) => testLines(test));
  return boundLines(lines, { lines: 100, chars });
}

function failedLines({ test, outcome }: Tried): readonly string[] {
  const said = saidOf(outcome) || 'The test does not hold.';
  return [...testLines(test), ...expectedLines(test, outcome), ...indented(said, maxOutputChars)];
}

function testLines(test: string): readonly string[] {
  return bounded(readable(test).trim(), maxTestChars);
}

/** Of a program that answered, or raised instead: what its answer should have been. */
function expectedLines(test: string, { kind }: TestOutcome): readonly string[] {
  const expected = kind === 'failed' || kind === 'raised' ? expectedValue(test) : null;
  return expected === null ? [] : indented(`Expected: ${readable(expected)}`, maxTestChars);
}

function indented(text: string, mostChars: number): readonly string[] {
  return bounded(text, mostChars).map((line) => `    ${line}`);
}

function bounded(text: string, mostChars: number): readonly string[] {
  return boundLines(cutMiddle(text, mostChars).split('\n'), { lines: mostLines });
}

/** Empty: the outcome says no more than that the test failed. */
function saidOf(outcome: TestOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return '';
    case 'failed':
      return outcome.actual === undefined
        ? errorText(outcome)
        : `The program gave: ${shortened(fitValue(searched(outcome.actual)))}`;
    case 'raised':
      return errorText(outcome) || 'The program raised an exception.';
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

function errorText({ error = '' }: TestOutcome): string {
  return shortened(fitError(searched(error)));
}

function searched(text: string): string {
  return cutMiddle(text, mostSearchedChars);
}

function shortened(text: string): string {
  return cutMiddle(text.trim(), maxOutputChars - maxIndentChars);
}
