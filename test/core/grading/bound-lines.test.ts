import { boundLines } from '../../../core/grading/bound-lines';

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `line ${String(index)}`);

describe('too many lines', () => {
  it('are all kept when they fit', () => {
    const lines = numbered(5);
    expect(boundLines(lines, { lines: 5 })).toBe(lines);
    expect(boundLines([], { lines: 3, chars: 0 })).toEqual([]);
  });

  it('lose their middle, and it says how many', () => {
    expect(boundLines(numbered(100), { lines: 5 })).toEqual([
      'line 0',
      'line 1',
      '[... 96 lines left out ...]',
      'line 98',
      'line 99',
    ]);
  });

  it.each([60, 100, 333, 1_000])('never take more than %i characters', (chars) => {
    const kept = boundLines(numbered(500), { lines: 1_000, chars });
    expect(kept.join('\n').length).toBeLessThanOrEqual(chars);
    expect(kept[0]).toBe('line 0');
    expect(kept.at(-1)).toBe('line 499');
  });

  it('are whole lines, also when one of them alone is too long', () => {
    const lines = ['a', 'x'.repeat(1_000), 'b'];
    expect(boundLines(lines, { lines: 10, chars: 100 })).toEqual([
      'a',
      '[... 1 lines left out ...]',
      'b',
    ]);
  });
});
