import {
  colouredPytestLog,
  matplotlibLog,
  pytestLog,
  pytestLogWithOptions,
} from '../../../../core/patches/logs/pytest-logs';

const read = (statuses: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(statuses);

describe('the summary of a log of pytest', () => {
  it('gives each test the word that is said last of it', () => {
    const log = 'PASSED a.py::one\nnoise\nFAILED a.py::one - assert 1 == 2\nXFAIL a.py::two';
    expect(read(pytestLog(log))).toEqual({ 'a.py::one': 'FAILED', 'a.py::two': 'XFAIL' });
  });

  it('reads lines that begin with a status, and no others', () => {
    expect(read(pytestLog(' PASSED a.py::one\na.py::two PASSED\nPASSED'))).toEqual({});
  });

  it('ends an id at its first space, as the published lists do', () => {
    expect(read(pytestLog('PASSED a.py::one[select a]'))).toEqual({ 'a.py::one[select': 'PASSED' });
  });

  it('counts no skips, but keeps the percentage that some lists hold as a test', () => {
    const log = 'SKIPPED [2] a.py:9: no network\nPASSED [100%]\nSKIPPED a.py::one';
    expect(read(pytestLog(log))).toEqual({ '[100%]': 'PASSED', 'a.py::one': 'SKIPPED' });
  });

  it('takes carriage returns for the ends of lines', () => {
    expect(read(pytestLog('PASSED a\r\nPASSED b\rFAILED c'))).toEqual({
      a: 'PASSED',
      b: 'PASSED',
      c: 'FAILED',
    });
  });
});

describe('ids with options', () => {
  it.each([
    ['a.py::t[/tmp/x/input.py]', 'a.py::t[/input.py]'],
    ['a.py::t[//host/x]', 'a.py::t[//host/x]'],
    ['a.py::t[/tmp/*.py]', 'a.py::t[/tmp/*.py]'],
    ['a.py::t[tmp/x]', 'a.py::t[tmp/x]'],
    ['a.py::t', 'a.py::t'],
  ])('keep only the last part of an absolute path: %s', (id, expected) => {
    expect(read(pytestLogWithOptions(`PASSED ${id}`))).toEqual({ [expected]: 'PASSED' });
  });
});

describe('a coloured log', () => {
  it('is read without its colours, and with spaces in ids', () => {
    const log =
      '\u001b[32mPASSED\u001b[0m a.py::one[b  c]\n\u001b[31mFAILED\u001b[0m a.py::two - x - y';
    expect(read(colouredPytestLog(log))).toEqual({
      'a.py::one[b c]': 'PASSED',
      'a.py::two': 'FAILED',
    });
  });

  it('may have the status at the end, as in old versions of pytest', () => {
    expect(read(colouredPytestLog('a.py::one PASSED\nPASSED\nSKIPPED [1] a.py:3: x'))).toEqual({
      'a.py::one': 'PASSED',
    });
  });
});

it('names mouse buttons as the published lists of matplotlib do', () => {
  const log = 'PASSED a.py::t[MouseButton.LEFT]\nFAILED a.py::t[MouseButton.RIGHT] - x';
  expect(read(matplotlibLog(log))).toEqual({ 'a.py::t[1]': 'PASSED', 'a.py::t[3]': 'FAILED' });
});
