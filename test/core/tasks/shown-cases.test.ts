import { hiddenCases, visibleCase } from '../../../core/tasks/shown-cases';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { functionNamed, scriptNamed } from './sample-tasks';

const program = 'def f(x): return 1';
const outcome = (kind: TestOutcome['kind'], more: Partial<TestOutcome> = {}): TestOutcome => ({
  ...{ kind, assurance: 'data', cpuMs: 1, timeSensitive: false },
  ...more,
});
const passed = outcome('passed');
const nothing = { input: null, expected: null, actual: null, error: null };

describe('the first visible test that a program does not pass', () => {
  const problem = functionNamed('f', ['assert f(1) == 1', 'assert f(2) == 3', 'assert f(3) == 4']);
  const of = (...outcomes: TestOutcome[]) => visibleCase(problem, { program, outcomes });

  it('is told with what its own text asks', () => {
    const failed = outcome('failed', { actual: '1' });
    expect(of(passed, failed, outcome('raised', { error: 'KeyError' }))).toEqual({
      ...{ kind: 'wrong-output', input: '[2]', expected: '3', actual: '1', error: null },
    });
    expect(of(failed, passed, passed)).toMatchObject({ input: '[1]', expected: '1' });
  });

  it('is none where all are passed', () => {
    expect(of(passed, passed, passed)).toEqual({ ...nothing, kind: 'passed' });
    expect(() => of()).toThrow(RangeError);
  });

  it('asks a whole program with its input, and misses no name in it', () => {
    const script = scriptNamed('S/1');
    const outcomes = [passed, outcome('failed', { actual: "'8\\n'" })];
    const told = visibleCase(script, { program: 'print(8)', outcomes });
    expect(told).toMatchObject({ kind: 'wrong-output', actual: "'8\\n'" });
    expect(told.input).toContain('4 5');
    expect(told.expected).toContain('9');
  });

  it('misses the name that the problem asks for', () => {
    const outcomes = [outcome('failed', { actual: 'None' })];
    expect(visibleCase(problem, { program: 'def g(x): return 1', outcomes }).kind).toBe(
      'missing-entry',
    );
  });

  it('of a problem without any says whether the program loads', () => {
    const untested = functionNamed('f', []);
    const told = (...outcomes: TestOutcome[]) => visibleCase(untested, { program, outcomes });
    expect(told(passed)).toEqual({ ...nothing, kind: 'loads' });
    expect(told(outcome('raised', { error: 'SyntaxError: no' }))).toEqual({
      ...{ ...nothing, kind: 'exception', error: 'SyntaxError: no' },
    });
  });
});

describe('the cases that suites ended at', () => {
  const problem = functionNamed('f', []);
  const at = (input: string) => ({ case: { input, expected: '3' }, actual: '1' });
  const of = (...outcomes: TestOutcome[]) => hiddenCases(problem, { program, outcomes });

  it('are told for each suite, base first', () => {
    const [first, second] = [outcome('failed', at('[1]')), outcome('failed', at('[2]'))];
    expect(of(first, second)).toMatchObject({ base: { input: '[1]' }, plus: { input: '[2]' } });
    expect(of(passed, second)).toMatchObject({ base: null, plus: { input: '[2]' } });
    expect(of(first, passed)).toMatchObject({ base: { input: '[1]' }, plus: null });
    expect(of(first)).toMatchObject({ base: { kind: 'wrong-output' }, plus: null });
    expect(of(passed)).toEqual({ base: null, plus: null });
    expect(() => of()).toThrow('there is no outcome');
  });

  it('miss the name that the problem asks for', () => {
    const outcomes = [outcome('failed')];
    expect(hiddenCases(problem, { program: 'def g(x): pass', outcomes }).base?.kind).toBe(
      'missing-entry',
    );
  });
});
