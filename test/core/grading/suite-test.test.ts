import { suiteInputs, suiteTest } from '../../../core/grading/suite-test';

const task = { id: 'T/0', entry: 'f', atol: 0, reference: 'def f(x): return "[1, (2)"\n' };

describe('the test of a suite', () => {
  it('gives its inputs back as the data set wrote them', () => {
    const inputs = '[[12345678901234567890, 1.0], ["\\ud800, ]"], [NaN, [-0.0]]]';
    expect(suiteInputs(suiteTest(task, inputs))).toEqual([
      '[12345678901234567890, 1.0]',
      '["\\ud800, ]"]',
      '[NaN, [-0.0]]',
    ]);
  });

  it('of no inputs has none', () => {
    expect(suiteInputs(suiteTest(task, '[]'))).toEqual([]);
  });

  it('is told from a test that is Python', () => {
    expect(suiteInputs('def check(f):\n    assert f(1) == 1\n')).toBeNull();
  });
});
