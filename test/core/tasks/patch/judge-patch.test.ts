import type { PatchRun, TaskTestsRun } from '../../../../core/adapters/sandbox';
import { judgePatch } from '../../../../core/tasks/patch/judge-patch';
import { failToPass, passToPass } from '../../../sandbox/patch/forgeries';
import { checkOf } from '../../../sandbox/patch/patch-check';

const all = [...failToPass, ...passToPass];
const passing: TaskTestsRun = {
  ...{ exit: 0, timedOut: false, trouble: [] },
  statuses: Object.fromEntries(all.map((test) => [test, 'PASSED'])),
  log: all.map((test) => `PASSED ${test}\n`).join(''),
};

function verdictOf(tests: TaskTestsRun, more: Partial<PatchRun> = {}) {
  const run: PatchRun = {
    ...{ applied: 'git apply', tried: [], changed: ['pkg/sums.py'], removed: [], dropped: [] },
    ...{ runs: [tests], logs: [null], cpuMs: 1, timeSensitive: false },
    ...{ provenance: {} as PatchRun['provenance'], ...more },
  };
  return judgePatch(checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n'), run)[0];
}

describe('the verdict on a patch', () => {
  it('is that it passed if all witnesses say so', () => {
    expect(verdictOf(passing)).toMatchObject({ kind: 'passed', patch: { resolution: 'full' } });
  });

  it.each(['memory-limit', 'output-limit', 'killed-by-signal'] as const)(
    'is %s, not tampering, if this limit of the box ended the tests',
    (stopped) => {
      const verdict = verdictOf({ ...passing, exit: null, statuses: {}, log: '', stopped });
      expect(verdict).toMatchObject({ kind: stopped });
      expect(verdict?.detail).toBeUndefined();
    },
  );

  it('is a plain failure if the process crashed on the way, so that our own tests did not end', () => {
    const [first = ''] = all;
    const crashed = verdictOf({
      ...{ exit: -11, timedOut: false, log: `PASSED ${first}\n`, statuses: { [first]: 'PASSED' } },
      trouble: ['a test that must end as FAILED ended as nothing'],
    });
    expect(crashed).toMatchObject({ kind: 'failed' });
    expect(crashed?.detail).toBeUndefined();
  });

  it('names changes that were put back, if the rest is not enough', () => {
    const statuses = { ...passing.statuses, [failToPass[0] ?? '']: 'FAILED' };
    const log = Object.entries(statuses)
      .map(([test, status]) => `${status} ${test}\n`)
      .join('');
    const dropped = Array.from({ length: 7 }, (_, at) => ({ path: `t${at}.py`, reason: 'test' }));
    const verdict = verdictOf({ ...passing, exit: 1, statuses, log }, { dropped });
    expect(verdict?.error).toMatch(/not passed: .*\nPut back before the tests: t0.py \(test\)\n/);
    expect(verdict?.error).toMatch(/t4.py \(test\)\nand 2 more changes$/);
  });

  it('is never that it passed if the process crashed, whatever was printed before', () => {
    expect(verdictOf({ ...passing, exit: -11 })).toMatchObject({ kind: 'failed' });
  });

  it('is tampering if one of our own tests did not end as it must', () => {
    const trouble = ['a test that must end as FAILED ended as nothing'];
    expect(verdictOf({ ...passing, trouble })).toMatchObject({
      ...{ kind: 'failed', detail: 'tampering', error: trouble[0] },
    });
  });
});
