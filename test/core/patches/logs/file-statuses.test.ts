import { fileStatuses } from '../../../../core/patches/logs/file-statuses';
import { judgePatch } from '../../../../core/tasks/patch/judge-patch';
import { checkOf } from '../../../sandbox/patch/patch-check';

const sympy = `sympy/core/tests/test_a.py[3]
test_x ok
test_y F
test_z ok                                                [FAIL]

sympy/printing/tests/test_a.py[2]
test_x E
test_w ok
 [FAIL]

________________________________________________________________________________
_________________ sympy/core/tests/test_a.py:test_y _________________
AssertionError
`;
const django = `Testing against Django installed in '/django'
test_x (model_fields.test_a.CaseTests) ... ok
test_y (model_fields.test_a.CaseTests.test_y)
It says what it does. ... ok
test_x (other.tests.CaseTests) ... FAIL
test_z (test_a.CaseTests) ... ok

======================================================================
FAIL: test_x (other.tests.CaseTests)
----------------------------------------------------------------------
`;

const of = (...given: Parameters<typeof fileStatuses>) =>
  Object.fromEntries(fileStatuses(...given));

describe('the tests of one file in a log of several', () => {
  it('are those below its name, where sympy runs them', () => {
    expect(of(sympy, 'sympy', 'sympy/core/tests/test_a.py')).toEqual({
      ...{ test_x: 'PASSED', test_y: 'FAILED' },
    });
    expect(of(sympy, 'sympy', 'sympy/printing/tests/test_a.py')).toEqual({
      ...{ test_x: 'ERROR', test_w: 'PASSED' },
    });
    expect(of(sympy, 'sympy', 'core/test_a.py')).toEqual({});
  });

  it('are those of its module, where Django runs them, also under their docstrings', () => {
    expect(of(django, 'django', 'tests/model_fields/test_a.py')).toEqual({
      'test_x (model_fields.test_a.CaseTests)': 'PASSED',
      'It says what it does.': 'PASSED',
    });
    expect(of(django, 'django', 'tests/other/tests.py')).toEqual({
      'test_x (other.tests.CaseTests)': 'FAILED',
    });
  });

  it('are those whose ids begin with its path, where the log is one of pytest', () => {
    const log = 'PASSED tests/test_a.py::test_x\nFAILED tests/test_b.py::test_x\n';
    expect(of(log, 'pytest', 'tests/test_a.py')).toEqual({ 'tests/test_a.py::test_x': 'PASSED' });
  });
});

describe('a regression test that is read from a log', () => {
  const run = { exit: 1, timedOut: false, statuses: null, trouble: [], log: sympy };
  const test = {
    ...({ kind: 'regression', parser: 'sympy' } as const),
    covers: [],
    path: 'sympy/core/tests/test_a.py',
  };
  const outcomes = (...tests: readonly string[]) => {
    const { task } = checkOf('');
    const visible = [{ ...test, tests: [...tests] }];
    return judgePatch(
      {
        kind: 'patch',
        task: { ...task, tests: { kind: 'visible', tests: visible } },
        judged: null,
      },
      {
        ...{ applied: 'git apply', tried: [], changed: [], removed: [], dropped: [], logs: [null] },
        ...{ runs: [run], cpuMs: 1, timeSensitive: false },
        provenance: {} as never,
      },
    );
  };

  it('passes if each of its tests passed in its own file', () => {
    expect(outcomes('test_x')).toMatchObject([{ kind: 'passed' }]);
    expect(outcomes('test_x', 'test_y', 'test_w')).toMatchObject([{ kind: 'failed', broken: 2 }]);
  });
});
