import { shownIds } from '../../../lab/planning/shown-ids';

describe('ids in a sentence', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => `p${String(nth)}`);

  it('are all there when they are ten', () => {
    expect(shownIds(ids(10))).toBe('p0, p1, p2, p3, p4, p5, p6, p7, p8, p9');
  });

  it('are the first ten, and a sign that there are more', () => {
    expect(shownIds(ids(11))).toBe('p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, …');
  });
});
