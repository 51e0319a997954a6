import { compareOutput } from '../../../core/grading/compare-output';
import type { ComparedRule } from '../../../core/grading/compare-output';
import { cpuMsSince } from '../../harness/cpu-time';

const exact: ComparedRule = { kind: 'exact' };
const lines: ComparedRule = { kind: 'lines' };
const tokens: ComparedRule = { kind: 'tokens' };
const numbers: ComparedRule = { kind: 'numbers' };
const exactNumbers: ComparedRule = { kind: 'numbers', absolute: 0, relative: 0 };

const equal = (expected: string, actual: string, rule?: ComparedRule): boolean =>
  compareOutput(expected, actual, rule) === null;

/** Which rules take the second output for the first. */
const taken = (expected: string, actual: string): readonly string[] =>
  [exact, lines, tokens, exactNumbers]
    .filter((rule) => equal(expected, actual, rule))
    .map(({ kind }) => kind);

describe('two outputs', () => {
  it.each([
    ['1\n2\n', '1\n2\n', ['exact', 'lines', 'tokens', 'numbers']],
    ['1\n2\n', '1\n2', ['lines', 'tokens', 'numbers']],
    ['1\n2\n', '1 \t\r\n2\r\n\n\n', ['lines', 'tokens', 'numbers']],
    ['1\n2\n', ' 1\n2\n', ['tokens', 'numbers']],
    ['1\n2\n', '\n1\n2\n', ['tokens', 'numbers']],
    ['1 2\n', '1  2\n', ['tokens', 'numbers']],
    ['1\n2\n', '1 2\n', ['tokens', 'numbers']],
    ['a\n\nb\n', 'a\nb\n', ['tokens', 'numbers']],
    ['0.50\n', '0.5\n', ['numbers']],
    ['1\n', '1.0\n', ['numbers']],
    ['YES\n', 'Yes\n', []],
    ['1 2\n', '2 1\n', []],
    ['1 1\n', '1\n', []],
    ['0.333333333333\n', '0.333333\n', []],
    ['a\u00A0b\n', 'a b\n', []],
    ['', '\n', ['lines', 'tokens', 'numbers']],
    ['', '', ['exact', 'lines', 'tokens', 'numbers']],
    ['', 'x', []],
  ] as const)('%j and %j are the same by %j', (expected, actual, rules) => {
    expect(taken(expected, actual)).toEqual(rules);
  });

  it('are compared line by line when nobody says how', () => {
    expect(equal('a  \nb\n\n', 'a\nb')).toBe(true);
    expect(equal('a b', 'a  b')).toBe(false);
  });
});

describe('numbers within a tolerance', () => {
  it.each([
    ['0.333333333333', '0.333333', true],
    ['1000000.0', '1000000.9', true],
    ['1000000.0', '1000001.1', false],
    ['0.0', '0.0000009', true],
    ['0.0', '0.0000011', false],
    ['3', '2.9999999', true],
    ['3', '4', false],
    ['100000000000', '100000000001', false],
    ['nan', 'nan', true],
    ['nan', 'NaN', false],
    ['inf', '1e400', false],
    ['1e400', '1e401', false],
    ['1e400', '10e399', true],
    ['x=1.0', 'x=1', false],
    ['-0.0000001', '0', true],
  ] as const)('%s and %s: %s', (expected, actual, same) => {
    expect(equal(expected, actual, numbers)).toBe(same);
  });

  it('can be told how close is close', () => {
    const rule = { kind: 'numbers', absolute: 0.5, relative: 0 } as const;
    expect(equal('10.0', '10.4', rule)).toBe(true);
    expect(equal('1000.0', '1000.6', rule)).toBe(false);
    expect(equal('1000.0', '1000.6', { ...rule, relative: 0.01 })).toBe(true);
  });
});

describe('what differs first', () => {
  it('is told with its place', () => {
    expect(compareOutput('a\nb\nc', 'a\nx\ny')).toEqual({
      unit: 'line',
      place: 2,
      expected: 'b',
      actual: 'x',
    });
    expect(compareOutput('1 2 3', '1 2', tokens)).toEqual({
      unit: 'token',
      place: 3,
      expected: '3',
      actual: null,
    });
    expect(compareOutput('ab', 'abc', exact)).toEqual({
      unit: 'character',
      place: 3,
      expected: null,
      actual: 'c',
    });
  });
});

describe('the rules, on outputs of all sorts', () => {
  const pieces = [
    '1',
    '1.0',
    '0.5',
    '-3',
    'a',
    'B',
    ' ',
    '  ',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '😀',
    '',
  ];
  const outputs = Array.from({ length: 300 }, (_, seed) =>
    Array.from(
      { length: seed % 9 },
      (_, at) => pieces[(seed * 7 + at * at * 5 + at * seed) % pieces.length] ?? '',
    ).join(''),
  );
  const pairs = outputs.map((one, at) => [one, outputs[(at * 37) % outputs.length] ?? ''] as const);

  it('find every output the same as itself', () => {
    for (const output of outputs) expect(taken(output, output)).toHaveLength(4);
  });

  it('find the same whichever output comes first', () => {
    for (const [one, other] of pairs) expect(taken(one, other)).toEqual(taken(other, one));
  });

  it('are each kinder than the one before', () => {
    const order = ['exact', 'lines', 'tokens', 'numbers'];
    for (const [one, other] of pairs) {
      const found = taken(one, other);
      expect(found).toEqual(order.slice(order.length - found.length));
    }
  });

  it('do not see white space at the end, but for exact', () => {
    for (const output of outputs) {
      expect(taken(output, `${output} \r\n\n`)).toEqual(
        expect.arrayContaining(['lines', 'tokens', 'numbers']),
      );
    }
  });

  it('take time that grows with the length alone', () => {
    const started = process.cpuUsage();
    for (const piece of [' ', '\n', 'a ', '1', '1 ', '\t\n', '0.', 'e']) {
      const long = piece.repeat(65_536);
      for (const rule of [exact, lines, tokens, numbers]) equal(`${long}x`, `${long}y`, rule);
    }
    const numeral = `1${'0'.repeat(65_534)}`;
    expect(equal(`${numeral}1`, `${numeral}2`, numbers)).toBe(false);
    expect(cpuMsSince(started)).toBeLessThan(5_000);
  });
});
