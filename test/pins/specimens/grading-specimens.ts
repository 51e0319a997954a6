import { assertedCall } from '../../../core/grading/asserted-call';
import { boxLimit } from '../../../core/grading/box-limit';
import { compareOutput, outputRules } from '../../../core/grading/compare-output';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { judgeScript } from '../../../core/grading/judge-script';
import type { ExpectedOutput } from '../../../core/grading/judge-script';
import { callsTest } from '../../../core/grading/profiles/function-form';
import type { GradingProfileName } from '../../../core/names/grading-profiles';
import { gradingProfile } from '../../../core/grading/profiles/profiles';
import { suiteTest } from '../../../core/grading/suite-test';
import { gradedProgram } from '../../../core/kinds/suites';
import { stopWords, tellTests } from '../../../core/grading/test-words';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { verdictKinds } from '../../../core/schemas/verdict';
import type { ScriptEnd, ScriptResult, TestOutcome } from '../../../core/schemas/verdict';
import type { Check } from '../../../core/grading/check';

const outputs: readonly (readonly [expected: string, actual: string])[] = [
  ['1\n', '1\n'],
  ['1\n', '1'],
  ['1 2\n3\n', '1 2 \n3\n\n'],
  ['1 2\n3\n', '1\n2\n3\n'],
  ['1 2\n3\n', '3\n2 1\n'],
  ['0.5\n', '0.50\n'],
  ['0.5\n', '0.5000001\n'],
  ['100000\n', '100000.04\n'],
  ['9007199254740993\n', '9007199254740992\n'],
  ['yes\n', 'YES\n'],
  ['1\n', '1\n2\n'],
  ['1\n2\n', '1\n'],
  ['nan\n', 'nan\n'],
];

/** By rule, which of the outputs are taken, and what is said of the others. */
export function comparedSpecimens(): unknown {
  return outputRules.map((kind) => [
    kind,
    outputs.map(([expected, actual]) => compareOutput(expected, actual, { kind })),
  ]);
}

const ends: readonly ScriptEnd[] = [
  { kind: 'exited', code: 0 },
  { kind: 'exited', code: 1 },
  { kind: 'exited', code: 77 },
  { kind: 'timed-out', cause: 'cpu' },
  { kind: 'memory-limit' },
  { kind: 'output-limit' },
  { kind: 'killed-by-signal', signal: 'SIGSEGV' },
];

const limits = boxLimit({ cpuSeconds: 2 });

function scriptResult(end: ScriptEnd, more: Partial<ScriptResult> = {}): ScriptResult {
  return {
    end,
    stdout: { text: '3\n', bytes: 2, truncated: false },
    stderr: { text: 'Traceback\nValueError: \u200bno\n', bytes: 24, truncated: false },
    cpuMs: 1,
    wallMs: 1,
    timeSensitive: false,
    provenance: {
      ...{ provider: 'bubblewrap', assurance: 'data', guestHash: 'hash', python: '3.11' },
      ...{ seed: 0, limits },
    },
    ...more,
  };
}

/** What becomes of a script, however it ends; plainly, and as a tool would have it. */
export function scriptSpecimens(): unknown {
  const expected: readonly (ExpectedOutput | null)[] = [
    null,
    { stdout: '3' },
    { stdout: '4\n' },
    { stdout: '4\n', rule: { kind: 'custom', program: 'p' } },
  ];
  const cut = { stdout: { text: '3', bytes: 100_000, truncated: true } };
  const check = gradingProfile('lcb').applied(checks.script, {});
  const manner = check.kind === 'script' ? check.task.manner : undefined;
  return [
    ends.flatMap((end) => expected.map((one) => judgeScript(scriptResult(end), one))),
    ends.map((end) => judgeScript(scriptResult(end), { stdout: '3' }, manner)),
    judgeScript(scriptResult({ kind: 'exited', code: 0 }, cut), { stdout: '3' }),
  ];
}

const task = { program: 'def f(x): return x', trustedSetup: '', entryPoint: 'f', limits, seed: 0 };
const suite = suiteTest(
  { id: 'P/1', entry: 'f', atol: 0, reference: 'def f(x): return x' },
  '[[1]]',
);
const calls = callsTest('f', [
  { input: '1\n2', output: '[3]' },
  { input: '9007199254740993', output: '1', published: '[1]' },
]);
const checks = {
  asserts: {
    kind: 'function',
    task: { ...task, tests: ['assert f(1) == 1'], assurance: 'data' },
  },
  suite: { kind: 'function', task: { ...task, tests: [suite, suite], assurance: 'data' } },
  calls: { kind: 'function', task: { ...task, tests: [calls], assurance: 'data' } },
  script: {
    kind: 'script',
    task: { program: 'print(input())', limits, seed: 0 },
    tests: [{ stdin: '1\n', expected: { stdout: '1\n', rule: { kind: 'lines' } } }],
    outcomes: 'one',
  },
} as const satisfies Readonly<Record<string, Check>>;

/** The checks that a profile makes of each form, or that it makes none. */
export function checkSpecimens(name: GradingProfileName): unknown {
  return [{}, { caseSeconds: 3, details: true }].flatMap((settings) =>
    Object.values(checks).map((check) => {
      try {
        return gradingProfile(name).applied(check, settings);
      } catch (error) {
        return error instanceof Error ? error.message : null;
      }
    }),
  );
}

function outcome(kind: TestOutcome['kind'], more: Partial<TestOutcome> = {}): TestOutcome {
  return { kind, assurance: 'data', cpuMs: 1, timeSensitive: false, ...more };
}

const ended: readonly TestOutcome[] = [
  ...verdictKinds.flatMap((kind) =>
    ['', '1', '10', '1w', '1r', '1t', '1c', '1x'].map((marks) => outcome(kind, { marks })),
  ),
  outcome('raised', { detail: 'loading' }),
  outcome('timed-out', { detail: 'case', marks: '1t' }),
  outcome('failed', { detail: 'not-data', marks: '1' }),
  outcome('failed', {
    actual: '4',
    error: 'AssertionError',
    case: { input: '[1]', expected: '3' },
  }),
];

/** What a profile says of each outcome, and of two suites. */
export function verdictSpecimens(name: GradingProfileName): unknown {
  const profile = gradingProfile(name);
  return {
    untested: profile.untested,
    alone: ended.map((one) => profile.verdict([one])),
    suites: profile.verdict([
      outcome('passed', { marks: '11' }),
      outcome('failed', { marks: '10' }),
    ]),
  };
}

/** What is told of tests, and the texts of tests that are written here. */
export function wordSpecimens(): unknown {
  return {
    told: tellTests([
      { passed: true, name: ['assert f(1) == 1'], failure: [] },
      { passed: false, name: ['assert f(2) == 3'], failure: ['assert f(2) == 3', '    got 2'] },
    ]),
    stopped: verdictKinds.map((kind) => stopWords(outcome(kind, { error: 'ValueError: no' }))),
    calls: ['assert f(1, [2]) == 3', 'assert f(1) == 3, "m"', 'assert not f(1)', 'x = 1'].map(
      (test) => assertedCall(test, 'f'),
    ),
    tests: [suite, calls],
    limits: [visibleLimit(), hiddenLimit()],
    graded: gradedProgram('hash', [outcome('passed'), outcome('failed')]),
  };
}
