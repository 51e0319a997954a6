import { unfailedTwins } from '../../../core/patches/script-twins';
import type { TaskTestsRun } from '../../../core/adapters/sandbox';

const gold = (failToPass: readonly string[]) => ({ failToPass: [...failToPass], passToPass: [] });
const ran = (log: string, twin?: TaskTestsRun['twin']): TaskTestsRun => ({
  ...{ exit: 0, timedOut: false, statuses: null, trouble: [], log, twin },
});
const sympy = { gold: gold(['test_power']), parser: 'sympy', evalType: 'pass-and-fail' } as const;
const id = 'test_a (m.tests.Case)';
const django = { gold: gold([id]), parser: 'django', evalType: 'pass-and-fail' } as const;
const strict = { rules: 'strict' } as const;

describe('twins of tests whose runner has no reporter', () => {
  it.each([
    ['test_power F\n', []],
    ['test_power E\n', []],
    ['test_power . ok\n', ['test_power: its twin must fail, and ended as PASSED']],
    ['test_power ok\n', ['test_power: its twin must fail, and ended as PASSED']],
    ['', ['test_power: its twin must fail, and ended as nothing']],
  ])('must be told to fail: %j', (log, evidence) => {
    const twin = { log, rewritten: { 'sympy/test_a.py': ['test_power'] } };
    expect(unfailedTwins({ ...sympy, ...strict }, ran('test_power ok\n', twin))).toEqual(evidence);
  });

  it('are those that were rewritten, of tests that passed', () => {
    const judged = { ...sympy, ...strict };
    const none = { log: '', rewritten: { 'sympy/test_a.py': ['test_other'] } };
    expect(unfailedTwins(judged, ran('test_power ok\n', none))).toEqual([]);
    const twin = { log: '', rewritten: { 'sympy/test_a.py': ['test_power'] } };
    expect(unfailedTwins(judged, ran('test_power F\n', twin))).toEqual([]);
    expect(unfailedTwins(judged, ran('test_power ok\n'))).toEqual([]);
  });

  it('are found by the names that unittest gives, in the form of each version of Python', () => {
    const twin = (log: string) => ({ log, rewritten: { 'tests/m/tests.py': ['Case.test_a'] } });
    const judged = { ...django, ...strict };
    const log = `${id} ... ok\n`;
    expect(unfailedTwins(judged, ran(log, twin(`${id} ... FAIL\n`)))).toEqual([]);
    // `x` between the dots and the word hides a line from a narrow reader.
    expect(unfailedTwins(judged, ran(log, twin(`${id} ... x\nok\n`)))).toHaveLength(1);
    const later = 'test_a (m.tests.Case.test_a)';
    const ofLater = { ...judged, gold: gold([later]) };
    expect(unfailedTwins(ofLater, ran(`${later} ... ok\n`, twin('')))).toHaveLength(1);
    const documented = { ...judged, gold: gold(['It adds.']) };
    expect(unfailedTwins(documented, ran('It adds. ... ok\n', twin('')))).toEqual([]);
    expect(unfailedTwins(documented, ran('It adds. ... ok\n', twin(log)))).toHaveLength(1);
    for (const other of [
      'test_a (n.tests.Case)',
      'test_a (m.tests.Other)',
      'test_b (m.tests.Case)',
    ])
      expect(unfailedTwins(documented, ran('', twin(`${other} ... ok\n`)))).toEqual([]);
  });
});
