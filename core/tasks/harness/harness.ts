import { z } from 'zod';

import { plainText } from '../../words/plain-text';
import { quoteAsData } from '../../words/quote-as-data';
import { fitValue } from '../../grading/fit-words';
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
} from '../../grading/test-words';
import { ComparisonPolicy, GradedPart, ShownCase } from '../../schemas/environment-harness';
import type { TestOutcome } from '../../schemas/verdict';
import type { CheckTerms, HarnessCheck } from '../../grading/check';
import type { TaskKind } from '../task-kind';
import { expectedWords } from './expected-words';

/** A definition of a repository, whose body is to be written: in place, inside its own package. */
export const HarnessProblem = z.strictObject({
  kind: z.literal('harness'),
  /** `<repository>@<commit>::<path>::<qualname>#<n>`. */
  id: z.string().min(1),
  dataset: z.string().min(1),
  /** Signature and docstring, with a body that is missing. */
  statement: z.string().min(1),
  /** Of the rest of the repository, as much as the retrieval mode shows; may be empty. */
  context: z.string(),
  /** null: a function, else the class that it is a method of. */
  className: z.string().min(1).nullable(),
  name: z.string().min(1),
  module: z.string().min(1),
  qualname: z.string().min(1),
  /** sha256 of the installed repository. */
  environment: z.string().length(64),
  policy: ComparisonPolicy,
  /** May be empty. */
  visibleTests: z.array(ShownCase),
});
export type HarnessProblem = z.infer<typeof HarnessProblem>;

export const HarnessHidden = z.strictObject({
  kind: z.literal('harness'),
  /** sha256 of the accepted harness. */
  harness: z.string().length(64),
  parts: z.array(GradedPart).min(1),
});
export type HarnessHidden = z.infer<typeof HarnessHidden>;

export const harnessTask: TaskKind<HarnessProblem, HarnessHidden> = {
  problem: HarnessProblem,
  hidden: HarnessHidden,
  askedFor,
  describe: describeHarness,
  // A method's name is not bound by the class that holds it: whichever block is a program is taken.
  entryPoint: ({ className, name }) => (className === null ? name : null),
  executed: (_problem, program) => program,
  continued: (_problem, completion) => completion,
  completion: (_problem, program) => program,
  visibleCheck: (problem, program, terms) =>
    harnessCheck(
      problem,
      program,
      problem.visibleTests.map(({ part }) => part),
      'per-part',
      terms,
    ),
  hiddenCheck: ({ problem, hidden }, program, terms) =>
    harnessCheck(problem, program, hidden.parts, 'one', terms),
  casesCheck: ({ problem, hidden }, { program }, terms) =>
    harnessCheck(problem, program, hidden.parts, 'one', terms),
  askedCase: ({ visibleTests }, test) => {
    const shown = visibleTests[test];
    return shown === undefined
      ? { input: null, expected: null }
      : { input: shown.source, expected: expectedWords(shown.part.expected) };
  },
  // Outcomes are compared as data, outside every box.
  // Its programs print.
  levelSources: () => 'data',
  feedback: (problem, outcomes) =>
    problem.visibleTests.length === 0
      ? loadText(problem, outcomes)
      : tellTests(outcomes.map((outcome, index) => toldTest(problem, index, outcome))),
};

function harnessCheck(
  problem: HarnessProblem,
  program: string,
  parts: readonly GradedPart[],
  outcomes: HarnessCheck['outcomes'],
  { limits, seed }: CheckTerms,
): HarnessCheck {
  const { environment, id, module, qualname, policy } = problem;
  return {
    kind: 'harness',
    task: {
      ...{ environment, program, limits, seed },
      target: { id, module, qualname },
      // Inputs alone: what is expected stays here.
      parts: parts.map(({ source, cases, blobs }) => ({ source, cases, blobs })),
    },
    expected: parts.map(({ expected }) => expected),
    texts: parts.map(({ written, source }) => written ?? source),
    ...{ policy, outcomes },
  };
}

function askedFor({ className, name }: HarnessProblem): string {
  return className === null
    ? `the complete Python function \`${name}\``
    : `the complete Python method \`${name}\` of the class \`${className}\`, inside a \`class ${className}\` that holds it and nothing else`;
}

function describeHarness(problem: HarnessProblem): string {
  const { statement, context, module, visibleTests } = problem;
  const parts = [
    `The programming problem asks for ${askedFor(problem)}, which belongs into the module \`${module}\`:`,
    quoteAsData(statement, 'python'),
    'It replaces the definition in its place: whatever that module imports and defines is there.',
  ];
  // In fences already, one for each file.
  if (context !== '') parts.push('From the repository around it:', plainText(context));
  if (visibleTests.length > 0) {
    const cases = visibleTests.map(({ source, part }) => {
      const expected = expectedWords(part.expected);
      return expected === null ? source : `${source.trimEnd()}\n# expected: ${expected}`;
    });
    parts.push('Cases that a solution must pass:', quoteAsData(cases.join('\n\n'), 'python'));
  }
  return parts.join('\n\n');
}

function loadText({ name }: HarnessProblem, outcomes: readonly TestOutcome[]): string {
  const none = 'No cases are shown; the program was only loaded in its place.';
  const words = outcomes.flatMap((outcome) =>
    outcome.kind === 'passed'
      ? [`It loads and defines ${name}.`]
      : indentedLines(saidOf(outcome) || `It does not define ${name}.`, maxOutputChars),
  );
  return [none, ...words].join('\n');
}

function toldTest(
  { visibleTests }: HarnessProblem,
  index: number,
  outcome: TestOutcome,
): Parameters<typeof tellTests>[0][number] {
  const shown = visibleTests[index];
  const source = boundedLines(plainText(shown?.source ?? '').trim(), maxTestChars);
  const name = [`Case ${String(index + 1)}:`, ...source.map((line) => `    ${line}`)];
  const expected = shown === undefined ? null : expectedWords(shown.part.expected);
  const answered = outcome.kind === 'failed' || outcome.kind === 'raised';
  return {
    passed: outcome.kind === 'passed',
    name,
    failure: [
      ...name,
      ...(expected === null || !answered
        ? []
        : indentedLines(`Expected: ${plainText(expected)}`, maxTestChars)),
      ...indentedLines(saidOf(outcome) || 'The case does not hold.', maxOutputChars),
    ],
  };
}

/** Empty: the outcome says no more than that the case failed. */
function saidOf(outcome: TestOutcome): string {
  if (outcome.kind !== 'failed') return stopWords(outcome);
  const { actual } = outcome;
  const gave =
    actual === undefined ? '' : `The program gave: ${shortened(fitValue(searchedPart(actual)))}\n`;
  return `${gave}${errorWords(outcome)}`.trim();
}
