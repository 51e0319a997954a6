import { logVerdict } from '../../../core/patches/swebench-verdict';
import type { LogRules } from '../../../core/patches/swebench-verdict';

const gold = { failToPass: ['f1', 'f2'], passToPass: ['p1'] };
const rules: LogRules = { parser: 'pytest', generation: '5', evalType: 'pass-and-fail' };
const marked = (body: string, rest = ''): string =>
  `>>>>> Start Test Output\n${body}\n>>>>> End Test Output\n${rest}`;

describe('a log of SWE-bench', () => {
  it.each([
    ['PASSED f1\nXFAIL f2\nPASSED p1', 'full'],
    ['PASSED f1\nPASSED f2\nSKIPPED p1', 'full'],
    ['PASSED f1\nFAILED f2\nPASSED p1', 'partial'],
    ['PASSED f1\nSKIPPED f2\nPASSED p1', 'partial'],
    ['PASSED f1\nPASSED p1', 'partial'],
    ['FAILED f1\nERROR f2\nPASSED p1', 'no'],
    ['PASSED f1\nPASSED f2\nFAILED p1', 'no'],
    ['PASSED f1\nFAILED f2\nFAILED p1', 'no'],
    ['PASSED f1\nPASSED f2', 'no'],
  ])('is resolved as the harness says: %j', (body, resolution) => {
    expect(logVerdict(marked(body), gold, rules)).toMatchObject({ kind: 'graded', resolution });
  });

  it('tells which tests of each list passed', () => {
    expect(logVerdict(marked('PASSED f1\nFAILED f2\nPASSED p1'), gold, rules)).toMatchObject({
      report: {
        failToPass: { success: ['f1'], failure: ['f2'] },
        passToPass: { success: ['p1'], failure: [] },
      },
    });
  });

  it('counts a test with another word neither as passed nor as failed', () => {
    expect(logVerdict(marked('PASSED f1\nFAILEDX f2\nPASSED p1'), gold, rules)).toMatchObject({
      report: { failToPass: { success: ['f1'], failure: [] } },
      resolution: 'full',
    });
  });

  it.each([
    [`${marked('PASSED f1')}>>>>> Patch Apply Failed`, 'the patch does not apply'],
    [`${marked('PASSED f1')}>>>>> Reset Failed`, 'the repository could not be reset'],
    [`${marked('PASSED f1')}>>>>> Tests Errored`, 'the tests could not be run'],
    [`${marked('PASSED f1')}>>>>> Tests Timed Out`, 'the tests ran out of time'],
    ['PASSED f1', 'the tests were not started'],
    ['>>>>> Start Test Output\nPASSED f1', 'the tests were not started'],
    [marked(''), 'the log names no test'],
    [
      marked('PASSED f1', '>>>>> Test Exit Code: 1'),
      'the tests ended with exit code 1, and the log names no failure',
    ],
  ])('has no result: %j', (log, reason) => {
    expect(logVerdict(log, gold, rules)).toEqual({ kind: 'no-result', reason });
  });

  it('may end with an error code when a test failed, and with 0 when none did', () => {
    const failed = marked('FAILED f1', '>>>>> Test Exit Code: 1');
    const passed = marked('PASSED f1', '>>>>> Test Exit Code: 0');
    expect(logVerdict(failed, gold, rules).kind).toBe('graded');
    expect(logVerdict(passed, gold, rules).kind).toBe('graded');
  });

  it('is read outside of its markers when nothing stands between them', () => {
    const log = `PASSED f1\nPASSED f2\nPASSED p1\n${marked('')}`;
    expect(logVerdict(log, gold, rules)).toMatchObject({ resolution: 'full' });
    expect(logVerdict(`FAILED f1\n${marked('PASSED f1')}`, gold, rules)).toMatchObject({
      report: { failToPass: { success: ['f1'] } },
    });
  });

  it('passes empty lists', () => {
    const none = { failToPass: [], passToPass: [] };
    expect(logVerdict(marked('PASSED x'), none, rules)).toMatchObject({ resolution: 'full' });
  });

  describe('with an id that is cut in a parameter', () => {
    const cut = { failToPass: ['t[log(a'], passToPass: [] };
    it.each([
      ['PASSED t[log(a)-1]\nXFAIL t[log(a)-2]', 'full'],
      ['PASSED t[log(a)-1]\nFAILED t[log(a)-2]', 'no'],
      ['PASSED t[log(a\nFAILED t[log(a)-2]', 'full'],
    ])('takes every id that begins like it, if all came out alike: %j', (body, resolution) => {
      expect(logVerdict(marked(body), cut, rules)).toMatchObject({ resolution });
    });

    it('takes no other id for one that is whole', () => {
      const whole = { failToPass: ['t[a]'], passToPass: [] };
      expect(logVerdict(marked('PASSED t[a]b'), whole, rules)).toMatchObject({ resolution: 'no' });
    });
  });

  describe('of a suite that names only failures', () => {
    const failOnly: LogRules = { ...rules, evalType: 'fail-only' };
    it('is resolved unless a test is named as failed', () => {
      expect(logVerdict(marked('PASSED x'), gold, failOnly)).toMatchObject({ resolution: 'full' });
      expect(logVerdict(marked('FAILED p1'), gold, failOnly)).toMatchObject({ resolution: 'no' });
      expect(logVerdict(marked('ERROR p1'), gold, failOnly)).toMatchObject({ resolution: 'full' });
    });

    it.each([
      ['Executed 3 of 3', 'graded'],
      ['Executed 0 of 0', 'no-result'],
      ['12 passing', 'graded'],
      ['0 passing', 'no-result'],
      ['3 specs, 0 failures', 'graded'],
      ["render x': ok", 'graded'],
    ])('has a result only if tests ran: %s', (body, kind) => {
      expect(logVerdict(marked(body), gold, failOnly).kind).toBe(kind);
    });
  });
});

describe('a log of the harness of 2024', () => {
  const first: LogRules = { ...rules, generation: '1' };
  const applied = (body: string): string =>
    `>>>>> Applied Patch (test)\n>>>>> Applied Patch (pred)\n${body}`;

  it('is read behind the place where the patch was applied', () => {
    const log = `FAILED f1\n${applied('PASSED f1\nPASSED f2\nPASSED p1')}`;
    expect(logVerdict(log, gold, first)).toMatchObject({ resolution: 'full' });
  });

  it('counts a skipped test neither as passed nor as failed', () => {
    const log = applied('PASSED f1\nSKIPPED f2\nSKIPPED p1');
    expect(logVerdict(log, gold, first)).toMatchObject({
      report: {
        failToPass: { success: ['f1'], failure: [] },
        passToPass: { success: [], failure: [] },
      },
      resolution: 'full',
    });
  });

  it.each([
    ['PASSED f1', 'no patch was applied'],
    [`${applied('')}\nFailed to reset task environment`, 'the repository could not be reset'],
    [`${applied('')}\n>>>>> Tests Timed Out`, 'the tests ran out of time'],
  ])('has no result: %j', (log, reason) => {
    expect(logVerdict(log, gold, first)).toEqual({ kind: 'no-result', reason });
  });
});
