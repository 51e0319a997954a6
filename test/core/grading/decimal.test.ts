import { readDecimal, sameNumber } from '../../../core/grading/decimal';

function same(left: string, right: string): boolean {
  const [one, other] = [readDecimal(left), readDecimal(right)];
  if (one === null || other === null) throw new Error('no numeral');
  return sameNumber(one, other);
}

describe('a decimal numeral', () => {
  it.each([
    ['0.50', '.5'],
    ['1', '1.0'],
    ['1.', '+1'],
    ['-0', '0.000'],
    ['1e3', '1000'],
    ['1.5E-2', '0.015'],
    ['00012', '12'],
    ['100', '1e2'],
    ['0e5', '0'],
  ])('%s writes the same number as %s', (left, right) => {
    expect(same(left, right)).toBe(true);
  });

  it.each([
    ['1', '-1'],
    ['1', '10'],
    ['0.1', '0.01'],
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.1000000000000000055511151231257827'],
  ])('%s writes another number than %s', (left, right) => {
    expect(same(left, right)).toBe(false);
  });

  it.each([
    '',
    '.',
    '-',
    'e5',
    'inf',
    'nan',
    '0x1f',
    '1_000',
    '1,5',
    '1e',
    '--1',
    '1e9999999',
    '١',
  ])('is not %j', (token) => {
    expect(readDecimal(token)).toBeNull();
  });
});
