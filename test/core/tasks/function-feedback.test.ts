import { maxFeedbackChars } from '../../../core/grading/test-words';
import { verdictKinds } from '../../../core/schemas/verdict';
import type { TestOutcome } from '../../../core/schemas/verdict';
import type { FunctionProblem } from '../../../core/tasks/function';
import { noProgramFeedback, visibleFeedback } from '../../../core/tasks/visible-feedback';
import { functionNamed } from './sample-tasks';

const outcome = (kind: TestOutcome['kind'], more: Partial<TestOutcome> = {}): TestOutcome => ({
  kind,
  assurance: 'data',
  cpuMs: 3,
  timeSensitive: false,
  ...more,
});
const problem: FunctionProblem = functionNamed('f', ['assert f(1) == 2', 'assert f(2) == 3']);
const passed = outcome('passed');

describe('feedback on the visible tests', () => {
  it('lists passed tests, then failed ones with what the program gave or raised', () => {
    const tests = [...problem.visibleTests, 'assert f(3) == 4'];
    const feedback = visibleFeedback({ ...problem, visibleTests: tests }, [
      outcome('failed', { actual: '[1, 2]' }),
      passed,
      outcome('raised', { error: 'Traceback:\n  line 2, in f\nValueError: no' }),
    ]);
    expect(feedback).toEqual({
      kind: 'failed',
      passed: 1,
      total: 3,
      timeSensitive: false,
      text: [
        '1 of 3 tests passed.',
        '',
        'Passed:',
        'assert f(2) == 3',
        '',
        'Failed:',
        'assert f(1) == 2',
        '    Expected: 2',
        '    The program gave: [1, 2]',
        'assert f(3) == 4',
        '    Expected: 4',
        '    Traceback:',
        '      line 2, in f',
        '    ValueError: no',
      ].join('\n'),
    });
  });

  it('says that all passed', () => {
    const feedback = visibleFeedback(problem, [passed, passed]);
    expect(feedback).toMatchObject({ kind: 'passed', passed: 2, total: 2 });
    expect(feedback.text).not.toContain('Failed');
  });

  it('has the kind of the first test that did not pass', () => {
    expect(visibleFeedback(problem, [passed, outcome('timed-out')]).kind).toBe('timed-out');
    expect(visibleFeedback(problem, [outcome('raised'), outcome('failed')]).kind).toBe('raised');
  });

  it.each([
    'timed-out',
    'memory-limit',
    'output-limit',
    'killed-by-signal',
    'exited-early',
  ] as const)(
    'says one fixed sentence of a program that ended as %s, whatever it wrote',
    (kind) => {
      const text = (partial: Partial<TestOutcome>) =>
        visibleFeedback(problem, [passed, outcome(kind, partial)]).text;
      const words = { actual: 'half', error: 'partial output', detail: 'processes' };
      expect(text({ ...words, cpuMs: 999, timeSensitive: true })).toBe(text({}));
      expect(text({}).split('\n').at(-1)).toMatch(/^ {4}The program [^.]*\.$/);
    },
  );

  it('depends on no duration', () => {
    const at = (cpuMs: number) => visibleFeedback(problem, [passed, outcome('failed', { cpuMs })]);
    expect(at(1)).toEqual(at(5_000));
  });

  it('is time-sensitive when a test is', () => {
    const sensitive = outcome('passed', { timeSensitive: true });
    expect(visibleFeedback(problem, [passed, sensitive]).timeSensitive).toBe(true);
  });

  it.each(verdictKinds.filter((kind) => kind !== 'passed'))('says something of %s', (kind) => {
    const { text } = visibleFeedback(problem, [outcome(kind), passed]);
    expect(text.split('\n').at(-1)?.trim().length).toBeGreaterThan(10);
  });

  it('leaves tests in the middle out beyond 2,500 characters and says so', () => {
    const tests = Array.from(
      { length: 60 },
      (_, place) => `assert f(${place}) == '${'x'.repeat(60)}'`,
    );
    const { text } = visibleFeedback(
      { ...problem, visibleTests: tests },
      tests.map(() => outcome('failed', { actual: 'y'.repeat(100) })),
    );
    expect(text.length).toBeLessThanOrEqual(maxFeedbackChars);
    expect(text).toMatch(/^0 of 60 tests passed\./);
    expect(text).toMatch(/\n\[\.\.\. \d+ lines left out \.\.\.\]\n/);
    expect(text.endsWith('y')).toBe(true);
  });

  it('lets no single output crowd the other tests out', () => {
    const huge = outcome('failed', { actual: '9'.repeat(100_000) });
    const { text } = visibleFeedback(problem, [huge, outcome('raised', { error: 'KeyError: 1' })]);
    expect(text).toContain('KeyError: 1');
    expect(text.length).toBeLessThanOrEqual(maxFeedbackChars);
  });

  it('shows control sequences of the program as escapes', () => {
    const { text } = visibleFeedback(problem, [passed, outcome('raised', { error: '\u001B[2Jx' })]);
    expect(text.endsWith(String.raw`    \x1b[2Jx`)).toBe(true);
  });

  it('is about loading alone where there are no visible tests', () => {
    const none = { ...problem, visibleTests: [] };
    expect(visibleFeedback(none, [passed])).toMatchObject({ kind: 'passed', passed: 1, total: 1 });
    expect(visibleFeedback(none, [passed]).text).toContain('loads and defines f');
    const failed = visibleFeedback(none, [outcome('raised', { error: 'NameError: g' })]);
    expect(failed).toMatchObject({ kind: 'raised', passed: 0, total: 1 });
    expect(failed.text).toContain('NameError: g');
    expect(visibleFeedback(none, [outcome('failed')]).text).toContain('does not define f');
  });

  it('refuses outcomes that do not fit the tests', () => {
    expect(() => visibleFeedback(problem, [passed])).toThrow('2 outcomes are due, 1 came');
  });
});

describe('feedback on a reply without a program', () => {
  it('counts every test as not passed', () => {
    expect(noProgramFeedback(problem)).toMatchObject({ kind: 'no-program', passed: 0, total: 2 });
    expect(noProgramFeedback({ ...problem, visibleTests: [] }).total).toBe(1);
  });
});
