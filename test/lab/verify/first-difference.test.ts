import { firstDifference } from '../../../lab/verify/first-difference';

describe('the first difference of two texts', () => {
  it('is none between equal ones', () => {
    expect(firstDifference('a\nb\n', 'a\nb\n')).toBeNull();
  });

  it('is told by line and column, with what stands around it', () => {
    expect(firstDifference('one\ntwo three\nfour', 'one\ntwo tree\nfour')).toEqual({
      line: 2,
      column: 6,
      left: 'two three',
      right: 'two tree',
    });
  });

  it('is where one of them ends', () => {
    expect(firstDifference('a\nb\n', 'a\n')).toEqual({ line: 2, column: 1, left: 'b', right: '' });
    expect(firstDifference('', 'a')).toEqual({ line: 1, column: 1, left: '', right: 'a' });
  });

  it('is a line break that only one of them has', () => {
    expect(firstDifference('ab', 'a\nb')).toEqual({ line: 1, column: 2, left: 'ab', right: 'a' });
  });

  it('of a long line shows the part around it', () => {
    const [head, tail] = ['x'.repeat(500), 'y'.repeat(500)];
    expect(firstDifference(`${head}1${tail}`, `${head}2${tail}`)).toEqual({
      line: 1,
      column: 501,
      left: `${'x'.repeat(60)}1${'y'.repeat(99)}`,
      right: `${'x'.repeat(60)}2${'y'.repeat(99)}`,
    });
  });
});
