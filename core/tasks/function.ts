import { z } from 'zod';

import { plainText } from '../words/plain-text';
import { quoteAsData } from '../words/quote-as-data';
import { assertedCall } from '../grading/asserted-call';
import { expectedValue } from '../grading/expected-value';
import { fitValue } from '../grading/fit-words';
import {
  boundedLines,
  errorWords,
  indentedLines,
  maxOutputChars,
  maxTestChars,
  searchedPart,
  shortened,
  stopWords,
  tellTests,
} from '../grading/test-words';
import type { CheckTask } from '../adapters/sandbox';
import { assuranceLevels } from '../schemas/verdict';
import type { TestOutcome } from '../schemas/verdict';
import type { CheckTerms, FunctionCheck } from '../grading/check';
import type { TaskKind } from './task-kind';

/** A Python function, tested by `assert` statements that call it. */
export const FunctionProblem = z.strictObject({
  kind: z.literal('function'),
  /** As published: `HumanEval/0`, `MBPP/11`. */
  id: z.string().min(1),
  /** `humaneval`, `mbpp`, `bundled`. */
  dataset: z.string().min(1),
  /** The task as the model reads it (HumanEval: the prompt; MBPP: the text and the function's name). */
  statement: z.string(),
  entryPoint: z.string().min(1),
  /** The class that a program has to define, whose method the entry point calls; absent: the entry point is all. */
  className: z.string().min(1).optional(),
  /** Python put before a program, with a newline between (HumanEval: the prompt; MBPP: empty). */
  preamble: z.string(),
  /** One self-contained `assert` statement each. May be empty. */
  visibleTests: z.array(z.string()),
  /** Python the visible tests need before them (MBPP `test_setup_code`); run after the program. */
  visibleSetup: z.string(),
  /**
   * The level that its data set's adapter asks for: `shared` for results of hundreds of MB or tests that reach into the
   * program. It lowers a run's least level, and stands where no reference says which is the highest.
   */
  assurance: z.enum(assuranceLevels).optional(),
});
export type FunctionProblem = z.infer<typeof FunctionProblem>;

export const FunctionHidden = z.strictObject({
  kind: z.literal('function'),
  /** Runs after the program, before `test`. */
  setup: z.string(),
  /** The whole check: finishing without an exception is a pass. */
  test: z.string().min(1),
  /** A second suite, in the form of `test`, which is the base of it then; a program has to pass both. */
  plus: z.string().min(1).optional(),
  /** A program that solves it, where the data set has one: it finds the problem's level, and nobody is shown it. */
  reference: z.string().optional(),
});
export type FunctionHidden = z.infer<typeof FunctionHidden>;

export const functionTask: TaskKind<FunctionProblem, FunctionHidden> = {
  problem: FunctionProblem,
  hidden: FunctionHidden,
  askedFor,
  describe: describeFunction,
  entryPoint: ({ entryPoint, className }) => className ?? entryPoint,
  executed: executedProgram,
  // A function that calls a method is none of the prompt's code.
  continued: ({ className, preamble }, completion) =>
    className === undefined ? `${preamble}${completion}` : completion,
  completion: ({ preamble }, program) => (preamble === '' ? program : `\n${program}`),
  visibleCheck: (problem, program, terms) =>
    functionCheck(
      problem,
      program,
      problem.visibleTests.map((test) => snippet(problem.visibleSetup, test)),
      terms,
    ),
  hiddenCheck: ({ problem, hidden }, program, terms) =>
    functionCheck(problem, program, hiddenSnippets(hidden), terms),
  casesCheck: ({ problem, hidden }, { program, tests }, terms) => {
    const suites = hiddenSnippets(hidden);
    return functionCheck(problem, program, tests === 'base' ? suites.slice(0, 1) : suites, terms);
  },
  askedCase: ({ visibleTests, entryPoint }, test) =>
    assertedCall(visibleTests[test] ?? '', entryPoint),
  levelSources: ({ problem, hidden }) => ({
    asked: problem.assurance ?? null,
    reference: hidden.reference ?? null,
  }),
  feedback: (problem, outcomes) =>
    problem.visibleTests.length === 0
      ? loadText(problem, outcomes)
      : tellTests(
          outcomes.map((outcome, index) => toldTest(problem.visibleTests[index] ?? '', outcome)),
        ),
};

/** The preamble (HumanEval: imports, helpers and stub), a newline, the program; alone without one (MBPP). */
function executedProgram({ preamble }: FunctionProblem, program: string): string {
  return preamble === '' ? program : `${preamble}\n${program}`;
}

/** A text that is all of a program: of one that defines a class behind the function that calls its method. */
export function wholeProgram(problem: FunctionProblem, text: string): string {
  return problem.className === undefined ? text : executedProgram(problem, text);
}

function functionCheck(
  problem: FunctionProblem,
  program: string,
  tests: CheckTask['tests'],
  { limits, seed, assurance }: CheckTerms,
): FunctionCheck {
  return {
    kind: 'function',
    task: {
      program: executedProgram(problem, program),
      trustedSetup: problem.preamble,
      entryPoint: problem.entryPoint,
      tests,
      limits,
      seed,
      assurance,
    },
  };
}

/** The hidden check as it is run: a test for each suite, the base first. */
export function hiddenSnippets({ setup, test, plus }: FunctionHidden): readonly string[] {
  return [test, ...(plus === undefined ? [] : [plus])].map((suite) => snippet(setup, suite));
}

function snippet(setup: string, test: string): string {
  return setup.trim() === '' ? test : `${setup}\n${test}`;
}

function askedFor({ entryPoint, className }: FunctionProblem): string {
  return className === undefined
    ? `the complete Python function \`${entryPoint}\``
    : `the complete Python class \`${className}\` with its method \`${entryPoint}\``;
}

function describeFunction(problem: FunctionProblem): string {
  const { statement, preamble, visibleSetup, visibleTests } = problem;
  const parts = [
    `The programming problem asks for ${askedFor(problem)}:`,
    // A statement that is also the beginning of the program is Python; others are prose.
    quoteAsData(statement, preamble === '' ? undefined : 'python'),
  ];
  if (visibleTests.length > 0) {
    const setup = visibleSetup.trim();
    const tests = [...(setup === '' ? [] : [setup]), ...visibleTests].join('\n');
    parts.push('Tests that a solution must pass:', quoteAsData(tests, 'python'));
  }
  return parts.join('\n\n');
}

function loadText({ entryPoint }: FunctionProblem, outcomes: readonly TestOutcome[]): string {
  const none = 'The problem has no visible tests; the program was only loaded.';
  const words = outcomes.flatMap((outcome) =>
    outcome.kind === 'passed'
      ? [`It loads and defines ${entryPoint}.`]
      : indentedLines(saidOf(outcome) || `It does not define ${entryPoint}.`, maxOutputChars),
  );
  return [none, ...words].join('\n');
}

function toldTest(test: string, outcome: TestOutcome): Parameters<typeof tellTests>[0][number] {
  const name = boundedLines(plainText(test).trim(), maxTestChars);
  const said = saidOf(outcome) || 'The test does not hold.';
  return {
    passed: outcome.kind === 'passed',
    name,
    failure: [...name, ...expectedLines(test, outcome), ...indentedLines(said, maxOutputChars)],
  };
}

/** Of a program that answered, or raised instead: what its answer should have been. */
function expectedLines(test: string, { kind }: TestOutcome): readonly string[] {
  const expected = kind === 'failed' || kind === 'raised' ? expectedValue(test) : null;
  return expected === null ? [] : indentedLines(`Expected: ${plainText(expected)}`, maxTestChars);
}

/** Empty: the outcome says no more than that the test failed. */
function saidOf(outcome: TestOutcome): string {
  if (outcome.kind !== 'failed') return stopWords(outcome);
  return outcome.actual === undefined
    ? errorWords(outcome)
    : `The program gave: ${shortened(fitValue(searchedPart(outcome.actual)))}`;
}
