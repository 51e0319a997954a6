import { durationText } from '../../report/duration';

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '01:00'],
    [3_723_000, '1:02:03'],
  ])('of %d ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
