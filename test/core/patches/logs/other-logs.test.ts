import { djangoLog } from '../../../../core/patches/logs/django-log';
import { logParserName } from '../../../../core/patches/logs/log-parsers';
import { seabornLog, sympyLog } from '../../../../core/patches/logs/other-logs';

const read = (statuses: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(statuses);

describe('a log of Django', () => {
  it.each([
    ['test_a (t.C) ... ok', { 'test_a (t.C)': 'PASSED' }],
    ['test_a (t.C) ... OK', { 'test_a (t.C)': 'PASSED' }],
    ['test_a (t.C) ...  OK', { 'test_a (t.C)': 'PASSED' }],
    ["test_a (t.C) ... skipped 'no'", { 'test_a (t.C)': 'SKIPPED' }],
    ['test_a (t.C) ... FAIL', { 'test_a (t.C)': 'FAILED' }],
    ['test_a (t.C) ... ERROR', { 'test_a (t.C)': 'ERROR' }],
    ['FAIL: test_a (t.C)', { test_a: 'FAILED' }],
    ['ERROR: test_a (t.C)', { test_a: 'ERROR' }],
    ['test_a (t.C) ... a warning\nok', { 'test_a (t.C)': 'PASSED' }],
    ['ok', {}],
    [
      'the flag --version is equivalent to version ... ok',
      expect.objectContaining({ '--version is equivalent to version': 'PASSED' }),
    ],
  ])('says of each test how it ended: %s', (log, expected) => {
    expect(read(djangoLog(log))).toEqual(expected);
  });

  it('does not pass a test that shares its line with one that passed', () => {
    const log = 'test_a (t.C) ... test_b (t.C) ... ok';
    expect(read(djangoLog(log))).toEqual({ 'test_a (t.C) ... test_b (t.C)': 'PASSED' });
  });

  it('finds a test of migrations behind output of Django', () => {
    const log = 'Applying sites.0002_alter_domain_unique...test_no_migrations (t.C) ... ok';
    expect(read(djangoLog(log))).toEqual({ 'test_no_migrations (t.C)': 'PASSED' });
  });

  it('passes a test whose line is interrupted by output of several lines', () => {
    const log = 'test_a (t.C) ... Testing against Django installed in x\nwith 2 (0 silenced).\nok';
    expect(read(djangoLog(log))).toEqual({ 'test_a (t.C)': 'PASSED' });
  });
});

it('reads failures and passes of seaborn, and no skips', () => {
  const log =
    'a.py::one PASSED [ 3%]\nFAILED a.py::two - x\nPASSED a.py::three\na.py::four SKIPPED [ 4%]';
  expect(read(seabornLog(log))).toEqual({
    'a.py::one': 'PASSED',
    'a.py::two': 'FAILED',
    'a.py::three': 'PASSED',
  });
});

it('reads the results and the tracebacks of the runner of sympy', () => {
  const log =
    'test_a ok\ntest_b F\ntest_c E\nother ok\n____ sympy/core/tests/test_x.py:test_b ____';
  expect(read(sympyLog(log))).toEqual({
    'sympy/core/tests/test_x.py:test_b': 'FAILED',
    test_a: 'PASSED',
    test_b: 'FAILED',
    test_c: 'ERROR',
  });
});

describe('the parser of a task', () => {
  it.each([
    [{ repository: 'django/django' }, 'django'],
    [{ repository: 'somebody/project' }, 'pytest'],
    [{ repository: 'django/django', named: 'parse_log_sympy' }, 'sympy'],
    [{ repository: 'x/y', named: 'parse_log_scikit' }, 'pytest_v2'],
    [{ repository: 'x/y', named: 'parse_log_flask' }, 'pytest'],
    [{ repository: 'x/y', named: '' }, 'pytest'],
    [{ repository: 'x/y', named: 'parse_log_cargo' }, null],
    [{ repository: 'x/y', named: 'toString' }, null],
  ])('is the one that its row names, or that of its repository: %j', (row, name) => {
    expect(logParserName(row)).toBe(name);
  });
});
