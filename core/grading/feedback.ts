import { plainText } from '../agents/plain-text';
import { assertNever } from '../assert-never';
import type { Problem } from '../schemas/problem';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';
import { cutMiddle } from './cut-middle';

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
/** One test's output may not crowd the others out. */
const maxOutputChars = 800;

type Tested = Pick<Problem, 'visibleTests' | 'entryPoint'>;

/**
 * Feedback on a program: how many tests passed, the passed ones, then each failed one with what the program gave or
 * raised. At most 2,500 characters, cut in the middle, which it says. A pure function of program and tests: no
 * durations and, of a test that was stopped, one fixed sentence and nothing that the program wrote.
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
    text: cutMiddle(text, maxFeedbackChars),
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
  const words = outcomes.map((outcome) =>
    outcome.kind === 'passed'
      ? `It loads and defines ${entryPoint}.`
      : saidOf(outcome) || `It does not define ${entryPoint}.`,
  );
  return [none, ...words].join('\n');
}

function testsText(tests: readonly string[], outcomes: readonly TestOutcome[]): string {
  const results = outcomes.map((outcome, index) => ({ outcome, test: tests[index] ?? '' }));
  const passed = results.filter(({ outcome }) => outcome.kind === 'passed');
  const failed = results.filter(({ outcome }) => outcome.kind !== 'passed');
  const parts = [`${passed.length} of ${results.length} tests passed.`];
  if (passed.length > 0) parts.push('', 'Passed:', ...passed.map(({ test }) => test));
  if (failed.length > 0) parts.push('', 'Failed:');
  for (const { test, outcome } of failed) {
    const said = saidOf(outcome) || 'The test does not hold.';
    parts.push(test, ...said.split('\n').map((line) => `    ${line}`));
  }
  return parts.join('\n');
}

/** Empty: the outcome says no more than that the test failed. */
function saidOf(outcome: TestOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return '';
    case 'failed':
      if (outcome.actual !== undefined) return `The program gave: ${shortened(outcome.actual)}`;
      return shortened(outcome.error ?? '');
    case 'raised':
      return shortened(outcome.error ?? 'The program raised an exception.');
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

function shortened(text: string): string {
  return cutMiddle(plainText(text).trim(), maxOutputChars);
}
