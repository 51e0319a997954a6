import type { PatchRun, TaskTestsRun } from '../../../../core/adapters/sandbox';
import type { PatchCheck } from '../../../../core/grading/check';
import { judgePatch } from '../../../../core/tasks/patch/judge-patch';
import { failToPass, passToPass } from '../../../sandbox/patch/forgeries';
import { checkOf } from '../../../sandbox/patch/patch-check';

const all = [...failToPass, ...passToPass];
const passing: TaskTestsRun = {
  ...{ exit: 0, timedOut: false, trouble: [] },
  statuses: Object.fromEntries(all.map((test) => [test, 'PASSED'])),
  log: all.map((test) => `PASSED ${test}\n`).join(''),
};

function verdictOf(
  tests: TaskTestsRun,
  more: Partial<PatchRun> = {},
  named: Partial<NonNullable<PatchCheck['judged']>['gold']> = {},
) {
  const run: PatchRun = {
    ...{ applied: 'git apply', tried: [], changed: ['pkg/sums.py'], removed: [], dropped: [] },
    ...{ runs: [tests], logs: [null], cpuMs: 1, timeSensitive: false },
    ...{ provenance: {} as PatchRun['provenance'], ...more },
  };
  const check = checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n');
  const { judged } = check;
  if (judged === null) throw new Error('hidden tests judge it');
  const gold = { ...judged.gold, ...named };
  return judgePatch({ ...check, judged: { ...judged, gold } }, run)[0];
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

  it('does not ask the reporter for words that the official parser took from the output', () => {
    const log = `${passing.log}PASSED [100%]\n`;
    const named = { passToPass: [...passToPass, '[100%]'] };
    expect(verdictOf({ ...passing, log }, {}, named)).toMatchObject({ kind: 'passed' });
    // They must be in the log all the same.
    expect(verdictOf(passing, {}, named)).toMatchObject({ kind: 'failed' });
    const only = { failToPass: ['[100%]'] };
    expect(verdictOf({ ...passing, log }, {}, only)).toMatchObject({ detail: 'tampering' });
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
