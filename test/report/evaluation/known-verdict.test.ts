import { failedIndex, knownVerdict } from '../../../report/evaluation/known-verdict';
import { outcome } from './graded';

test.each([
  [undefined, null],
  ['', null],
  ['111', null],
  ['0', 0],
  ['1101', 2],
  ['1t0', 1],
])('of marks %j the first that is no pass is at %j', (marks, index) => {
  expect(failedIndex(marks === undefined ? {} : { marks })).toBe(index);
});

test('a pass has its level and the processor time of all suites, in whole milliseconds', () => {
  expect(knownVerdict([outcome({ cpuMs: 1.4 }), outcome({ cpuMs: 1.2 })])).toEqual({
    ...{ verdict: 'passed', assurance: 'data', cpu_ms: 3 },
  });
});

test('a failure has its detail, its error and the suite that it is of', () => {
  const failed = outcome({ kind: 'failed', detail: 'wrong', error: 'E', marks: '10' });
  expect(knownVerdict([outcome(), failed])).toMatchObject({
    ...{ verdict: 'failed', detail: 'wrong', error: 'E', first_fail: { suite: 'plus', index: 1 } },
  });
  expect(knownVerdict([failed]).first_fail?.suite).toBe('base');
  expect(knownVerdict([outcome({ kind: 'failed' })])).not.toHaveProperty('first_fail');
  expect(knownVerdict([outcome({ kind: 'failed', actual: '3' })]).first_fail).toEqual({
    ...{ suite: 'base', actual: '3' },
  });
});

test('of a program that was ended by a signal, the detail is the signal', () => {
  const killed = outcome({ kind: 'killed-by-signal', detail: 'SIGSEGV' });
  expect(knownVerdict([killed])).toMatchObject({ signal: 'SIGSEGV' });
  expect(knownVerdict([killed])).not.toHaveProperty('detail');
});
