import { parseNumber } from '../../cli/parse-number';

describe('a number that was typed', () => {
  it.each([
    ['7', { least: 0 }, 7],
    ['0.5', { least: 0, most: 1 }, 0.5],
    ['.5', { least: 0 }, 0.5],
    ['0', { least: 0, whole: true }, 0],
  ])('%s is taken', (text, range, number) => {
    expect(parseNumber('anything', text, range)).toBe(number);
  });

  it.each([
    ['', { least: 0 }],
    [' ', { least: 0 }],
    ['x', { least: 0 }],
    ['-1', { least: 0 }],
    ['1e3', { least: 0 }],
    ['0x10', { least: 0 }],
    ['Infinity', { least: 0 }],
    ['1.5', { least: 0, whole: true }],
    ['2', { least: 0, most: 1 }],
    ['99999999999999999999', { least: 0, whole: true }],
  ])('%j is refused', (text, range) => {
    expect(() => parseNumber('latencyMs', text, range)).toThrow(/--latency-ms .*cannot be used/u);
  });

  it('has both its bounds in the remedy', () => {
    const remedyOf = () => parseNumber('replay', '9007199254740993', { least: 1, whole: true });
    expect(remedyOf).toThrow(
      expect.objectContaining({
        remedy: 'Give a whole number from 1 to 9007199254740991 (2^53 - 1)',
      }) as Error,
    );
  });

  it('is absent when its flag is', () => {
    expect(parseNumber('port', undefined)).toBeUndefined();
  });
});
