import { compareOutput } from '../../../core/grading/compare-output';
import type { ComparedRule } from '../../../core/grading/compare-output';

const same = (rule: ComparedRule, expected: string, actual: string): boolean =>
  compareOutput(expected, actual, rule) === null;

describe('decimal, as LiveCodeBench compares (specification 6.2)', () => {
  it.each([
    ['0.50', '0.5'],
    ['1', '1.0'],
    ['1 2', '1  2'],
    ['1e2', '100'],
    ['12345678901234567890', '12345678901234567890.0'],
    ['a\nb', '\n  a  \nb\n\n'],
    ['inf 1', 'Infinity 1.0'],
  ])('%j is %j', (expected, actual) => {
    expect(same({ kind: 'decimal' }, expected, actual)).toBe(true);
  });

  it.each([
    ['YES', 'Yes'],
    ['0.333333333333', '0.333333'],
    ['a b', 'a  b'],
    ['1\n2', '1\n\n2'],
    ['1\n\n2', '1\n2'],
    ['1 2', '1\n2'],
    ['12345678901234567890', '12345678901234567891'],
    ['1', 'inf'],
    ['1', ''],
  ])('%j is not %j', (expected, actual) => {
    expect(same({ kind: 'decimal' }, expected, actual)).toBe(false);
  });
});

describe('float with anyCase, as CodeContests compares (specification 6.4)', () => {
  const rule = { kind: 'float', absolute: 1e-5, relative: 0, anyCase: true } as const;

  it.each([
    ['YES', 'yes'],
    ['1\n2', '1 2'],
    ['0.333333', '0.33334'],
    // The same double.
    ['12345678901234567890', '12345678901234567891'],
  ])('%j is %j', (expected, actual) => {
    expect(same(rule, expected, actual)).toBe(true);
  });

  it.each([
    ['1 2', '1 2 3'],
    ['0.33333', '0.3334'],
    ['1000000', '1000000.1'],
    ['a', 'b'],
    ['nan', '1'],
  ])('%j is not %j', (expected, actual) => {
    expect(same(rule, expected, actual)).toBe(false);
  });

  it('has a tolerance of its own, and capitals count, unless it is told', () => {
    expect(same({ kind: 'float' }, '1000000', '1000000.5')).toBe(true);
    expect(same({ kind: 'float', relative: 0 }, '1000000', '1000000.5')).toBe(false);
    expect(same({ kind: 'float' }, 'a', 'A')).toBe(false);
  });
});

describe('set', () => {
  it.each([
    ['1 2\n3', '3\n2 1'],
    ['1 2', '2 1 1'],
    ['1\n1', '1'],
  ])('%j is %j', (expected, actual) => {
    expect(same({ kind: 'set' }, expected, actual)).toBe(true);
  });

  it.each([
    ['1 2\n3', '1 3\n2'],
    ['1 2', '12'],
    ['1', '1.0'],
  ])('%j is not %j', (expected, actual) => {
    expect(same({ kind: 'set' }, expected, actual)).toBe(false);
  });
});

describe('apps, the tool’s row of rules (specification 6.3)', () => {
  it.each([
    ['a\nb', '  a\nb  '],
    ['a \n b', 'a\nb'],
    ['a\n\nb', 'a\nb\n'],
    ['0.5\n1e9', '0.500004\n1000001000'],
    ['1 2', '2 1'],
    ['1\n2\n2', '2\n1'],
    ['0.12345 1', '1.0001 0.1231'],
  ])('%j is taken for %j', (expected, actual) => {
    expect(same({ kind: 'apps' }, expected, actual)).toBe(true);
  });

  it.each([
    ['YES', 'Yes'],
    ['1 2', '1 3'],
    ['0.5', '0.6'],
    ['a 0.12345', 'a 0.1231'],
  ])('%j is not taken for %j', (expected, actual) => {
    expect(same({ kind: 'apps' }, expected, actual)).toBe(false);
  });
});

it('a difference without an order is told by a line', () => {
  expect(compareOutput('1\n2', '1\n3', { kind: 'set' })).toEqual({
    unit: 'line',
    place: 2,
    expected: '2',
    actual: '3',
  });
  expect(compareOutput('1', '1 2', { kind: 'apps' })).not.toBeNull();
});
