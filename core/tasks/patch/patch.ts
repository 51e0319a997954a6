import { z } from 'zod';

import { plainText } from '../../words/plain-text';
import { quoteAsData } from '../../words/quote-as-data';
import type { CheckTerms, PatchCheck } from '../../grading/check';
import {
  boundedLines,
  errorWords,
  indentedLines,
  maxOutputChars,
  maxTestChars,
  stopWords,
  tellTests,
} from '../../grading/test-words';
import { logParserNames } from '../../names/log-parser-names';
import { judgingDirectives } from '../../patches/test-directives';
import { PatchTest, TaskSource, TestRunner } from '../../schemas/patch-task';
import type { BoxLimits, TestOutcome } from '../../schemas/verdict';
import type { TaskKind } from '../task-kind';
import { visibleGroups } from './visible-groups';

/** An issue of a repository at a commit. A candidate is a unified diff. */
export const PatchProblem = z.strictObject({
  kind: z.literal('patch'),
  /** `owner__name-number`. */
  id: z.string().min(1),
  dataset: z.string().min(1),
  /** The text of the issue. */
  statement: z.string().min(1),
  source: TaskSource,
  runner: TestRunner,
  /** Of a runner without a reporter: what reads its log. Absent: what reads the logs of the repository. */
  logParser: z.enum(logParserNames).optional(),
  /** Of the repository, what was retrieved for the issue. Empty in a data set: an attempt retrieves it first. */
  context: z.string(),
  /** Empty in a data set: they are found in the repository before the first candidate. */
  visibleTests: z.array(PatchTest),
});
export type PatchProblem = z.infer<typeof PatchProblem>;

export const PatchHidden = z.strictObject({
  kind: z.literal('patch'),
  /** Empty: the tests are files of the repository, which their ids name. */
  testPatch: z.string(),
  failToPass: z.array(z.string()).min(1),
  passToPass: z.array(z.string()),
  logParser: z.enum(logParserNames),
  evalType: z.enum(['pass-and-fail', 'fail-only']),
  /** The patch that solves it, where the row has one: nobody is shown it. */
  reference: z.string().min(1).optional(),
});
export type PatchHidden = z.infer<typeof PatchHidden>;

export const patchTask: TaskKind<PatchProblem, PatchHidden> = {
  problem: PatchProblem,
  hidden: PatchHidden,
  askedFor: ({ source }) => `a change of the repository \`${source.repository}\``,
  describe,
  entryPoint: () => null,
  executed: (_problem, patch) => patch,
  continued: (_problem, completion) => completion,
  completion: (_problem, patch) => patch,
  visibleCheck: (problem, patch, terms) => ({
    kind: 'patch',
    task: {
      ...taskOf(problem, patch, terms),
      tests: { kind: 'visible', tests: problem.visibleTests },
    },
    judged: null,
  }),
  hiddenCheck,
  casesCheck: (row, { program }, terms) => hiddenCheck(row, program, terms),
  askedCase: ({ visibleTests }, test) => ({ input: nameOf(visibleTests[test]), expected: null }),
  groups: ({ visibleTests }, outcomes) => visibleGroups(visibleTests, outcomes),
  // Results are judged outside every box.
  // pytest imports what it tests.
  levelSources: () => 'shared',
  feedback: ({ visibleTests }, outcomes) =>
    visibleTests.length === 0
      ? appliedText(outcomes)
      : tellTests(outcomes.map((outcome, index) => toldTest(visibleTests[index], outcome))),
};

/** The tests of a repository take minutes, where those of a program take a second: the harness's own limit is 1,800 s. */
const leastMs = 1_800_000;
const leastMemoryMb = 3_072;

function limitsOf(limits: BoxLimits): BoxLimits {
  return {
    ...limits,
    cpuMs: Math.max(limits.cpuMs, leastMs),
    wallMs: Math.max(limits.wallMs, leastMs),
    memoryMb: Math.max(limits.memoryMb, leastMemoryMb),
  };
}

function taskOf(
  { source, runner }: PatchProblem,
  patch: string,
  { limits, seed }: CheckTerms,
): Omit<PatchCheck['task'], 'tests'> {
  return { source, runner, patch, limits: limitsOf(limits), seed };
}

/** The check of a patch by hidden tests. */
export function hiddenCheck(
  { problem, hidden }: { readonly problem: PatchProblem; readonly hidden: PatchHidden },
  patch: string,
  terms: CheckTerms,
): PatchCheck {
  const { testPatch, failToPass, passToPass, logParser: parser, evalType } = hidden;
  const directives = judgingDirectives(problem.source.repository, hidden);
  return {
    kind: 'patch',
    task: { ...taskOf(problem, patch, terms), tests: { kind: 'hidden', testPatch, directives } },
    judged: { gold: { failToPass, passToPass }, parser, evalType, rules: 'strict' },
  };
}

function describe({ source, statement, context }: PatchProblem): string {
  const parts = [
    `Solve this issue of the repository \`${source.repository}\` by changing its code:`,
    quoteAsData(statement, 'text'),
  ];
  // In fences already, one for each file.
  if (context !== '') parts.push('From the repository:', plainText(context));
  return parts.join('\n\n');
}

function nameOf(test: PatchTest | undefined): string | null {
  if (test === undefined) return null;
  return test.kind === 'regression'
    ? `${String(test.tests.length)} tests of ${test.path}, which pass before the change`
    : 'a script that reproduces the issue';
}

function toldTest(
  test: PatchTest | undefined,
  outcome: TestOutcome,
): Parameters<typeof tellTests>[0][number] {
  const script =
    test?.kind === 'reproduction' ? boundedLines(plainText(test.script), maxTestChars) : [];
  const name = [
    `- ${nameOf(test) ?? 'a test'}${outcome.detail === 'not-run' ? ' (not run: they execute no changed file)' : ''}`,
  ];
  return {
    passed: outcome.kind === 'passed',
    name,
    failure: [
      ...name,
      ...script.map((line) => `    ${line}`),
      ...indentedLines(
        stopWords(outcome) || errorWords(outcome) || 'It does not pass.',
        maxOutputChars,
      ),
    ],
  };
}

function appliedText(outcomes: readonly TestOutcome[]): string {
  const none = 'No tests are shown; the patch was only applied.';
  const words = outcomes.flatMap((outcome) =>
    outcome.kind === 'passed'
      ? ['It applies.']
      : indentedLines(errorWords(outcome), maxOutputChars),
  );
  return [none, ...words].join('\n');
}
