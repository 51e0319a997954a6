import { errorMessage } from '../../../../core/grading/profiles/error-message';
import { callsTest } from '../../../../core/grading/profiles/function-form';
import { gradingProfileNames } from '../../../../core/names/grading-profiles';
import { gradingProfile } from '../../../../core/grading/profiles/profiles';
import type { TestOutcome } from '../../../../core/schemas/verdict';
import type { FunctionCheck } from '../../../../core/grading/check';

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

describe('what a tool would have said', () => {
  it.each([
    [{ kind: 'failed', error: 'AssertionError: two\n  line 2, in f' }, 'failed: two'],
    [{ kind: 'failed', error: 'AssertionError' }, 'failed: '],
    [{ kind: 'memory-limit' }, 'failed: '],
    [{ kind: 'killed-by-signal' }, 'timed out'],
    [{ kind: 'output-limit' }, 'timed out'],
  ] as const)('human-eval, of %j: %s', (more, result) => {
    expect(gradingProfile('human-eval').verdict([outcome(more)])).toMatchObject({ result });
  });

  it.each([
    [{ kind: 'raised', detail: 'loading', marks: '' }, 'fail', []],
    [{ kind: 'timed-out', detail: 'case', marks: '1t' }, 'fail', [true, false]],
    [{ kind: 'timed-out', marks: '1' }, 'timeout', [true]],
    [{ kind: 'killed-by-signal', marks: '10' }, 'timeout', [true, false]],
    [{ kind: 'failed', detail: 'not-data', marks: '1' }, 'fail', [true, false]],
  ] as const)('evalplus, of %j: %s', (more, status, details) => {
    const verdict = gradingProfile('evalplus').verdict([outcome({}), outcome(more)]);
    expect(verdict).toMatchObject({
      passed: false,
      suites: [{ status: 'pass' }, { status, details }],
    });
  });

  it.each([
    [{ kind: 'failed', marks: '1w' }, [true, -2]],
    [{ kind: 'failed', marks: '10' }, [true, false]],
    [{ kind: 'timed-out' }, [-1]],
    [{ kind: 'exited-early', marks: '1x' }, null],
  ] as const)('lcb, of %j', (more, codes) => {
    expect(gradingProfile('lcb').verdict([outcome(more)])).toMatchObject({ codes });
  });

  it.each([
    [{ kind: 'raised', detail: 'loading', marks: '' }, [-2]],
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
