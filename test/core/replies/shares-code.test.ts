import { sharesCode } from '../../../core/replies/shares-code';

describe('whether a text shares code with a program', () => {
  const program = 'total = a + b * c - d / e';

  it('is a matter of eight tokens in a row, whatever stands between them', () => {
    expect(sharesCode('so: TOTAL=a+b *\n`c` -', program, [])).toBe(true);
    expect(sharesCode('so: total = a + b * c', program, [])).toBe(false);
    expect(sharesCode('total = a + b . * c - d', program, [])).toBe(false);
  });

  it('is a matter of all tokens of a shorter program, and of none below three', () => {
    expect(sharesCode('x = 1', 'x=1', [])).toBe(true);
    expect(sharesCode('x = 2', 'x=1', [])).toBe(false);
    expect(sharesCode('return x', 'return x', [])).toBe(false);
    expect(sharesCode('anything', '', [])).toBe(false);
  });

  it('is none of what is known already', () => {
    expect(sharesCode(program, program, [`given: ${program}`])).toBe(false);
    expect(sharesCode(program, program, ['total = a + b * c -'])).toBe(true);
  });
});
