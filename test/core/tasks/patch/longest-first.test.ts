import { isOfPatches, longestFirst } from '../../../../core/tasks/patch/longest-first';
import type { DatasetProblem } from '../../../../core/tasks/problem';

const row = (id: string, tests: number | null): DatasetProblem =>
  ({
    problem: { id, kind: tests === null ? 'function' : 'patch' },
    hidden:
      tests === null
        ? { kind: 'function' }
        : { kind: 'patch', failToPass: ['a'], passToPass: Array(tests - 1).fill('b') },
  }) as unknown as DatasetProblem;

describe('the order of work', () => {
  it('begins with the tasks that have the most tests, and keeps the order of equals', () => {
    const rows = [row('few', 1), row('many', 9), row('some', 3), row('also', 3)];
    expect(longestFirst(['few', 'some', 'also', 'many'], rows)).toEqual([
      ...['many', 'some', 'also', 'few'],
    ]);
    expect(isOfPatches(rows)).toBe(true);
  });

  it('is that of the data set for other problems', () => {
    const rows = [row('b', null), row('a', null)];
    expect(longestFirst(['b', 'a'], rows)).toEqual(['b', 'a']);
    expect(isOfPatches(rows)).toBe(false);
  });
});
