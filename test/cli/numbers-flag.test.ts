import { numbersFlag } from '../../cli/numbers-flag';

describe('a list of numbers', () => {
  const whole = numbersFlag({ least: 0, whole: true });
  const shares = numbersFlag({ least: 0, most: 1 });

  it('has spans of whole numbers, and single ones', () => {
    expect(whole('0-3,7, 9')).toEqual([0, 1, 2, 3, 7, 9]);
    expect(shares('0.5,1')).toEqual([0.5, 1]);
  });

  it('leaves what is none for the request to refuse', () => {
    expect(whole('3-1,x,1.5')).toEqual(['3-1', 'x', '1.5']);
    expect(whole('0-99999999')).toEqual(['0-99999999']);
    expect(shares('0-1,2')).toEqual(['0-1', '2']);
  });
});
