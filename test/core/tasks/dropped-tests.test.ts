import { asShown, failedTests } from '../../../core/tasks/dropped-tests';
import { notDataDetail } from '../../../core/schemas/verdict';
import type { TestOutcome, VerdictKind } from '../../../core/schemas/verdict';
import { functionNamed, scriptNamed } from './sample-tasks';

const outcomes = (...kinds: readonly VerdictKind[]): readonly TestOutcome[] =>
  kinds.map((kind) => ({ kind, assurance: 'data', cpuMs: 1, timeSensitive: false }));

const examples = [
  { stdin: '1', stdout: '2' },
  { stdin: '2', stdout: '4' },
];

describe('visible tests that a reference fails', () => {
  it('are named by themselves, shortened; examples of whole programs by their number', () => {
    const long = `assert f(1) == ${'9'.repeat(300)}`;
    const problem = functionNamed('f', ['assert f(0) == 0', long]);
    const [failed] = failedTests(problem, outcomes('passed', 'raised'));
    expect(failed).toMatchObject({ place: 1, became: 'raised' });
    expect(failed?.test).toHaveLength(201);
    const script = scriptNamed('7', { visibleTests: examples });
    expect(failedTests(script, outcomes('failed', 'passed'))).toEqual([
      { place: 0, test: 'example 1', became: 'failed' },
    ]);
  });

  it.each(['timed-out', 'memory-limit', 'output-limit', 'killed-by-signal'] as const)(
    'are none that a limit of the machine stopped (%s)',
    (kind) => {
      const problem = functionNamed('f', ['assert f(0) == 0']);
      expect(failedTests(problem, outcomes(kind))).toEqual([]);
    },
  );

  it('are none whose values merely cannot cross at the level', () => {
    const problem = functionNamed('f', ['assert f(0) == 0', 'assert f(1) == 1']);
    const [crossed, failed] = outcomes('failed', 'failed');
    const cannotCross = { ...crossed, detail: notDataDetail } as TestOutcome;
    expect(failedTests(problem, [cannotCross, failed as TestOutcome])).toEqual([
      { place: 1, test: 'assert f(1) == 1', became: 'failed' },
    ]);
  });

  it('are none where a problem has none and its reference does not load', () => {
    expect(failedTests(functionNamed('f', []), outcomes('raised'))).toEqual([]);
  });

  it('are taken out of what everybody is shown, and nothing else is', () => {
    const dropped = [{ place: 0, test: 'example 1', became: 'failed' }] as const;
    const script = scriptNamed('7', { visibleTests: examples });
    expect(asShown(script, { dropped: [...dropped] })).toEqual({
      ...script,
      visibleTests: examples.slice(1),
    });
    expect(asShown(script, { dropped: [] })).toBe(script);
  });
});
