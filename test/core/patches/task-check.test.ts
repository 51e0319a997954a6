import { checkAuthors, checkPatches } from '../../../core/patches/gold-and-no-op';
import { infraFailure } from '../../../core/patches/infra-failure';
import { taskCheck } from '../../../core/patches/task-check';
import type { CheckTry } from '../../../core/patches/task-check';
import type { TestOutcome } from '../../../core/schemas/verdict';

const one = (
  kind: TestOutcome['kind'],
  tests: Readonly<Record<string, boolean>> = {},
): CheckTry => ({
  outcome: {
    kind,
    assurance: 'data',
    cpuMs: 1,
    timeSensitive: false,
    error: 'FAIL_TO_PASS: t\nmore',
  },
  cause: null,
  tests: new Map(Object.entries(tests)),
});
const open = (cause: string | null): CheckTry => ({ outcome: null, cause, tests: null });
const passed = one('passed', { t: true });
const failed = one('failed', { t: false });

describe('the check of a task', () => {
  it.each<[string, readonly CheckTry[], readonly CheckTry[], string, string]>([
    ['gold resolves and no-op does not', [passed, passed], [failed, failed], 'ok', ''],
    ['gold never resolves', [failed], [failed], 'gold-fails', 'failed: FAIL_TO_PASS: t'],
    ['no-op resolves', [passed], [passed], 'no-op-passes', ''],
    ['gold resolves in one of two tries', [passed, failed], [failed], 'flaky', 't'],
    ['no-op resolves in one of two tries', [passed], [passed, failed], 'flaky', 't'],
    ['there is no gold patch', [], [failed], 'no-gold', ''],
    ['a try has no verdict', [passed], [open(null)], 'open', 'not graded yet'],
    ['the worker was lost', [open('lost')], [failed], 'open', 'lost'],
  ])('says its status if %s', (_, gold, noOp, status, why) => {
    expect(taskCheck(gold, noOp)).toMatchObject({ status, why });
  });

  it('has the status of an environment that cannot be had, with the rest in words', () => {
    expect(taskCheck([open('needs-python 3.6 is not here')], [])).toMatchObject({
      ...{ status: 'needs-python', why: '3.6 is not here' },
    });
  });

  it('names tests that come out both ways, although each try resolves', () => {
    const other = one('passed', { t: true, u: false });
    const check = taskCheck([one('passed', { t: true, u: true }), other], [failed]);
    expect(check).toEqual({
      ...{ status: 'flaky', why: 'u', flaky: ['u'] },
      ...{ gold: [2, 2], noOp: [0, 1] },
    });
  });
});

describe('the patches of a check', () => {
  const patches = checkPatches('diff --git a/x b/x\n', 3);

  it('are k of each author, no two with the same text', () => {
    expect(patches.map(({ author }) => author)).toEqual([
      ...Array<string>(3).fill(checkAuthors.gold),
      ...Array<string>(3).fill(checkAuthors.noOp),
    ]);
    expect(new Set(patches.map(({ patch }) => patch)).size).toBe(6);
  });

  it('are those of no change alone if the row has no gold patch', () => {
    expect(checkPatches(' \n', 2).map(({ author }) => author)).toEqual(['no-op', 'no-op']);
  });
});

describe('a log of a broken machine', () => {
  it.each([
    ['a\nKilled\nb', 'out_of_memory', 'environment'],
    ['Could not resolve host: x', 'network_unreachable', 'environment'],
    ['Failed to launch the browser\nModuleNotFoundError', 'browser_launch_failed', 'environment'],
    ['ModuleNotFoundError: no x', 'missing_module', 'ambiguous'],
    ['collected 0 items', 'no_tests_collected', 'ambiguous'],
    ['Timeout error: 1800 seconds exceeded.', 'tests_timed_out', 'ambiguous'],
  ])('is told by its first sign: %j', (log, reason, tier) => {
    expect(infraFailure(log)).toEqual({ reason, tier });
  });

  it.each(['PASSED t', 'a test was Killed here'])('shows no sign: %j', (log) => {
    expect(infraFailure(log)).toBeNull();
  });
});
