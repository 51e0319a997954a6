import { visibleGroups } from '../../../../core/tasks/patch/visible-groups';
import type { PatchTest } from '../../../../core/schemas/patch-task';
import type { TestOutcome } from '../../../../core/schemas/verdict';

const tests: readonly PatchTest[] = [
  { kind: 'regression', path: 'a.py', tests: ['a::1', 'a::2', 'a::3'], covers: [] },
  { kind: 'regression', path: 'b.py', tests: ['b::1', 'b::2'], covers: ['x.py'] },
  { kind: 'reproduction', script: 'print()' },
];
const outcome = (facts: Partial<TestOutcome>): TestOutcome => ({
  ...{ kind: 'passed', assurance: 'data', cpuMs: 0, timeSensitive: false },
  ...facts,
});

describe('the visible tests of a patch by what they are for', () => {
  it('are counted one by one', () => {
    const outcomes = [
      outcome({ kind: 'failed', broken: 1 }),
      outcome({ detail: 'not-run' }),
      outcome({ kind: 'failed' }),
    ];
    expect(visibleGroups(tests, outcomes)).toEqual({
      ...{ regression: { passed: 4, total: 5 }, reproduction: { passed: 0, total: 1 } },
    });
  });

  it('pass none of a file that was stopped, and none at all for a patch that does not apply', () => {
    const stopped = [outcome({ kind: 'timed-out' }), outcome({}), outcome({})];
    expect(visibleGroups(tests, stopped).regression).toEqual({ passed: 2, total: 5 });
    const none = tests.map(() => outcome({ kind: 'raised', detail: 'not-applied' }));
    expect(visibleGroups(tests, none)).toEqual({
      ...{ regression: { passed: 0, total: 5 }, reproduction: { passed: 0, total: 1 } },
    });
  });

  it('are none where there are none', () => {
    expect(visibleGroups([], [outcome({})]).regression).toEqual({ passed: 0, total: 0 });
  });
});
