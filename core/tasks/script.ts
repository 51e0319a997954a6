import { z } from 'zod';

import { plainText } from '../words/plain-text';
import { quoteAsData } from '../words/quote-as-data';
import { outputRules } from '../grading/compare-output';
import { fitValue } from '../grading/fit-words';
import {
  errorWords,
  indentedLines,
  maxOutputChars,
  maxTestChars,
  searchedPart,
  shortened,
  stopWords,
  tellTests,
} from '../grading/test-words';
import type { TestOutcome } from '../schemas/verdict';
import type { CheckTerms, ScriptCheck, ScriptTest } from '../grading/check';
import type { TaskKind } from './task-kind';

const Example = z.strictObject({ stdin: z.string(), stdout: z.string() });
type Example = z.infer<typeof Example>;

const tolerances = {
  absolute: z.number().nonnegative().optional(),
  relative: z.number().nonnegative().optional(),
};

/** A whole program: standard input in, standard output out. */
export const ScriptProblem = z.strictObject({
  kind: z.literal('script'),
  /** As published: `4049`. */
  id: z.string().min(1),
  dataset: z.string().min(1),
  statement: z.string(),
  /** How outputs are compared, hidden ones as well. */
  rule: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(outputRules).exclude(['numbers', 'float']) }),
    z.strictObject({ kind: z.literal('numbers'), ...tolerances }),
    z.strictObject({ kind: z.literal('float'), ...tolerances, anyCase: z.boolean().optional() }),
    z.strictObject({ kind: z.literal('custom'), program: z.string().min(1) }),
  ]),
  /** May be empty. */
  visibleTests: z.array(Example),
});
export type ScriptProblem = z.infer<typeof ScriptProblem>;

export const ScriptHidden = z.strictObject({
  kind: z.literal('script'),
  tests: z.array(Example).min(1),
  /** A program that solves it, where the data set has one: nobody is shown it. */
  reference: z.string().optional(),
});
export type ScriptHidden = z.infer<typeof ScriptHidden>;

export const scriptTask: TaskKind<ScriptProblem, ScriptHidden> = {
  problem: ScriptProblem,
  hidden: ScriptHidden,
  askedFor: () =>
    'a complete Python program that reads its input from standard input and writes its answer, and nothing else, ' +
    'to standard output',
  describe: describeScript,
  entryPoint: () => null,
  executed: (_problem, program) => program,
  continued: (_problem, completion) => completion,
  completion: (_problem, program) => program,
  visibleCheck: (problem, program, terms) =>
    problem.visibleTests.length === 0
      ? scriptCheck(compiling(program), [{ stdin: '', expected: null }], 'per-test', terms)
      : scriptCheck(program, testsOf(problem.visibleTests, problem), 'per-test', terms),
  hiddenCheck: ({ problem, hidden }, program, terms) =>
    scriptCheck(program, testsOf(hidden.tests, problem), 'one', terms),
  casesCheck: ({ problem, hidden }, { program }, terms) =>
    scriptCheck(program, testsOf(hidden.tests, problem), 'one', terms),
  askedCase: ({ visibleTests }, test) => ({
    input: visibleTests[test]?.stdin ?? null,
    expected: visibleTests[test]?.stdout ?? null,
  }),
  // Its programs print.
  levelSources: () => 'data',
  feedback: ({ visibleTests }, outcomes) =>
    visibleTests.length === 0
      ? compiledText(outcomes)
      : tellTests(outcomes.map((outcome, index) => toldTest(visibleTests[index], index, outcome))),
};

function testsOf(examples: readonly Example[], { rule }: ScriptProblem): readonly ScriptTest[] {
  return examples.map(({ stdin, stdout }) => ({ stdin, expected: { stdout, rule } }));
}

function scriptCheck(
  program: string,
  tests: readonly ScriptTest[],
  outcomes: ScriptCheck['outcomes'],
  { limits, seed }: CheckTerms,
): ScriptCheck {
  return { kind: 'script', task: { program, limits, seed }, tests, outcomes };
}

/** Without an example there is no input that a program could be run on: only whether it is Python can be seen. */
function compiling(program: string): string {
  // A JSON text is also a Python string of the same characters.
  return `compile(${JSON.stringify(program)}, "program.py", "exec")\n`;
}

function describeScript(problem: ScriptProblem): string {
  const { statement, visibleTests } = problem;
  const parts = [
    `The programming problem asks for ${scriptTask.askedFor(problem)}:`,
    // Published with blanks that do not break, which mean no more than others.
    quoteAsData(statement.replace(/\p{Zs}/gu, ' ')),
  ];
  if (visibleTests.length > 0) {
    parts.push('Examples of what it reads and what it must write:');
  }
  visibleTests.forEach(({ stdin, stdout }, index) => {
    parts.push(`Standard input of example ${String(index + 1)}:`, quoteAsData(stdin));
    parts.push('Standard output:', quoteAsData(stdout));
  });
  return parts.join('\n\n');
}

function compiledText(outcomes: readonly TestOutcome[]): string {
  const none = 'The problem has no examples; the program was only compiled.';
  const words = outcomes.flatMap((outcome) =>
    outcome.kind === 'passed'
      ? ['It is a Python program.']
      : indentedLines(stopWords(outcome), maxOutputChars),
  );
  return [none, ...words].join('\n');
}

function toldTest(
  test: Example | undefined,
  index: number,
  outcome: TestOutcome,
): Parameters<typeof tellTests>[0][number] {
  const { stdin = '', stdout = '' } = test ?? {};
  const name = `Example ${String(index + 1)}`;
  return {
    passed: outcome.kind === 'passed',
    name: [name],
    failure: [
      `${name}, standard input:`,
      ...quoted(stdin, maxTestChars),
      ...saidLines(stdout, outcome),
    ],
  };
}

function saidLines(expected: string, outcome: TestOutcome): readonly string[] {
  const { kind, actual = '', error } = outcome;
  const wanted = ['Expected output:', ...quoted(expected, maxTestChars)];
  if (kind === 'raised')
    return [
      ...wanted,
      'It ended in an error:',
      ...indentedLines(stopWords(outcome), maxOutputChars),
    ];
  if (kind !== 'failed') return [stopWords(outcome)];
  const wrote = shortened(fitValue(searchedPart(actual)));
  return [
    ...wanted,
    'The program wrote:',
    ...quoted(wrote, maxOutputChars),
    ...(error === undefined ? [] : indentedLines(errorWords(outcome), maxTestChars)),
  ];
}

function quoted(text: string, mostChars: number): readonly string[] {
  const shown = plainText(text).trimEnd();
  return indentedLines(shown === '' ? '(nothing)' : shown, mostChars);
}
