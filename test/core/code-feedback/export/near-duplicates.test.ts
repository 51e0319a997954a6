import { NearDuplicates } from '../../../../core/code-feedback/export/near-duplicates';

const text = (extra: string): string =>
  `Write a program that reads a file of measurements, drops the lines that cannot be read, groups the rest by day, prints for each day the lowest and the highest value with their times and the mean, and warns of days without any value at all. ${extra}`;

describe('near-duplicates', () => {
  it('are found behind other words at the end, and named by the first text', () => {
    const known = new NearDuplicates();
    expect(known.earlier('a', text('Thanks.'))).toBeNull();
    expect(known.earlier('b', text('Please.'))).toBe('a');
    expect(known.earlier('c', text(''))).toBe('a');
  });

  it('are not texts about other things, or with half of the words in common', () => {
    const known = new NearDuplicates();
    known.earlier('a', text(''));
    expect(known.earlier('b', 'Write a function that turns a matrix by 90 degrees.')).toBeNull();
    const half = `${text('').slice(0, 90)} and then draws a map of all stations with one colour for each region, which a person can print on a large sheet of paper`;
    expect(known.earlier('c', half)).toBeNull();
  });

  it('are texts of few words only if they are equal', () => {
    const known = new NearDuplicates();
    expect(known.earlier('a', 'Sort it')).toBeNull();
    expect(known.earlier('b', 'Sort them')).toBeNull();
    expect(known.earlier('c', 'sort it!')).toBe('a');
  });
});
