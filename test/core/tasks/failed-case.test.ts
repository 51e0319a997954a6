import { failedCaseOf } from '../../../core/tasks/failed-case';
import type { TestOutcome } from '../../../core/schemas/verdict';

const asked = { input: '[1]', expected: '2', entryPoint: 'f', program: 'def f(x): return 1' };
const nothing = { input: null, expected: null, actual: null, error: null };
const told = (outcome: Partial<TestOutcome>, more: Partial<typeof asked> = {}) =>
  failedCaseOf(
    { kind: 'failed', assurance: 'data', cpuMs: 1, timeSensitive: false, ...outcome },
    { ...asked, ...more },
  );

describe('what is told of a program that did not pass', () => {
  it('is what it was given, should have answered, and did', () => {
    expect(told({ actual: '1', error: 'AssertionError' })).toEqual({
      kind: 'wrong-output',
      input: '[1]',
      expected: '2',
      actual: '1',
      error: null,
    });
  });

  it('is the case that the checker was at, where it tells one', () => {
    const known = { input: "['a']", expected: '0' };
    expect(told({ actual: '1', case: known })).toMatchObject({ ...known, actual: '1' });
  });

  it('is the error that it raised, and where', () => {
    const error = 'ZeroDivisionError: division by zero\n  line 1, in f';
    expect(told({ kind: 'raised', error })).toEqual({
      kind: 'exception',
      input: '[1]',
      expected: '2',
      actual: null,
      error,
    });
  });

  it.each([
    ['AssertionError: too small\n  line 2, in f', 'too small'],
    [
      'AssertionError: two\nlines\n  line 1, in g\n  … 9 more calls …\n  line 2, in f',
      'two\nlines',
    ],
    ['AssertionError\n  line 2, in f', ''],
  ])('is the message alone of an assertion of its own: %j', (error, message) => {
    expect(told({ kind: 'raised', error })).toMatchObject({ kind: 'assertion', error: message });
  });

  it('is that what was asked for is not there', () => {
    const error = "NameError: name 'f' is not defined";
    expect(told({ kind: 'raised', error })).toEqual({ kind: 'missing-entry', ...nothing });
    // The prompt's stub answers for a program that defines something else.
    expect(told({ actual: 'None' }, { program: 'def g(x): return 1' }).kind).toBe('missing-entry');
    expect(told({ kind: 'raised', error: `${error}\n  line 1, in g` }).kind).toBe('exception');
  });

  it.each([
    ['timed-out', 'timeout'],
    ['memory-limit', 'memory'],
    ['output-limit', 'output'],
    ['exited-early', 'crash'],
    ['killed-by-signal', 'crash'],
    ['no-program', 'no-program'],
    ['passed', 'passed'],
  ] as const)('is no more than that of one that is %s', (kind, word) => {
    expect(told({ kind, error: 'how far it came' })).toEqual({ kind: word, ...nothing });
  });

  it.each(['wrong-output', 'exception', 'assertion'] as const)(
    'bounds the input and the expected value of a case: %s',
    (kind) => {
      const long = { input: 'i'.repeat(5_000), expected: 'e'.repeat(5_000) };
      const outcome: Readonly<Record<typeof kind, Partial<TestOutcome>>> = {
        'wrong-output': { actual: '1' },
        exception: { kind: 'raised', error: 'KeyError: 1' },
        assertion: { kind: 'raised', error: 'AssertionError: no' },
      };
      const { input, expected, ...rest } = told({ ...outcome[kind], case: long });
      expect(rest.kind).toBe(kind);
      expect(input?.startsWith('iii')).toBe(true);
      expect(input?.length).toBeLessThanOrEqual(1_000);
      expect(input?.length).toBeGreaterThan(500);
      if (kind === 'assertion') expect(expected).toBeNull();
      else expect(expected).toMatch(/^e{400}[^]{0,600}$/);
    },
  );
});
