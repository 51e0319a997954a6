import { gridPointsOf } from '../../../core/simulation/grid-point';
import type { GridPointTally } from '../../../core/simulation/grid-point';
import { summarise } from '../../../core/simulation/summarise';
import {
  gridPointLines,
  methodPairLines,
  starMeaning,
} from '../../../report/simulation/simulation-lines';

const points = gridPointsOf({
  methods: ['code-tree', 'resample'],
  budgets: [20],
  widths: [null],
  depths: [null],
  criticAccuracies: [0.5, 1],
});

/** Problems solved of ten, by grid point and seed; code-tree asks its critic. */
function summaryOf(solved: readonly (readonly number[])[]) {
  return summarise(
    points,
    solved.map((bySeed, point) =>
      bySeed.map((count, seed): GridPointTally => ({
        ...{ seed, solved: count, problems: 10, programs: 30, questions: 40 },
        verifications: point < 2 ? 5 : 0,
      })),
    ),
  );
}

describe('a simulation in lines', () => {
  it('says in words that all seeds were equal, where an interval would look exact', () => {
    const calm = summaryOf([
      [4, 4, 4],
      [8, 8, 8],
      [6, 6, 6],
      [6, 6, 6],
    ]);
    const rows = gridPointLines(calm);
    expect(rows[1]).toContain('0.400');
    expect(rows.filter((row) => row.includes('all 3 seeds equal'))).toHaveLength(3);
    expect(rows.join('\n')).not.toContain('[');
    const [, pair = ''] = methodPairLines(calm);
    expect(pair).toContain('-0.200 all 3 seeds equal');
    expect(pair).toContain('0.750 whichever seeds');
  });

  it('has an interval where seeds differ, and says of one seed that it is one', () => {
    const wild = summaryOf([
      [3, 5, 4],
      [8, 8, 9],
      [6, 7, 6],
      [6, 7, 6],
    ]);
    expect(gridPointLines(wild)[1]).toContain('0.400 ');
    expect(gridPointLines(wild)[1]).toContain('[0.152, 0.648]');
    expect(gridPointLines(summaryOf([[4], [8], [6], [6]]))[1]).toContain('one seed');
  });

  const seeds = [0, 1, 2, 3, 4, 5, 6, 7];
  const around = (mean: number, spread: number) =>
    seeds.map((seed) => mean + (seed % 2 === 0 ? spread : -spread));

  it.each([
    ['ahead at both ends', around(8, 1), around(9, 0), '<0.5 [<0.5, <0.5]'],
    ['ahead by its means alone', around(6.6, 2), around(6.6, 2), 'undecided'],
    [
      'ahead at the highest, by its mean alone at the lowest',
      around(6.2, 2),
      around(9, 0),
      'undecided below 1',
    ],
    [
      'behind at the lowest, ahead at the highest',
      around(3, 1),
      around(9, 0),
      /^0\.7\d\d \[0\.\d+, 0\.\d+\]$/u,
    ],
    ['behind by its means alone', around(5.4, 2), around(5.4, 2), 'undecided'],
    ['behind at both ends', around(3, 1), around(3, 1), '>1 [>1, >1]'],
  ])('calls no method ahead where the test at that end does not hold: %s', (_, low, high, said) => {
    const sixes = seeds.map((seed) => 6 + (seed % 3 === 0 ? 0.1 : 0));
    const [, pair = ''] = methodPairLines(summaryOf([low, high, sixes, sixes]));
    const cell = pair.split(/ {2,}/u).at(-1) ?? '';
    if (typeof said === 'string') expect(cell).toBe(said);
    else expect(cell).toMatch(said);
  });

  it.each([
    ['ahead', around(9, 0), '+0.300'],
    ['behind', around(3, 0.1), '-0.300'],
  ])('has a star where a method is %s by more than chance', (_, code, mean) => {
    const sixes = around(6, 0.1);
    const [, pair = ''] = methodPairLines(summaryOf([code, code, sixes, sixes]));
    const cells = pair.split(/ {2,}/u).filter((cell) => cell.startsWith(mean));
    expect(cells.map((cell) => cell.endsWith(' *'))).toEqual([true, true]);
  });

  it('says - for the shape of a method that has none, beside those that have one', () => {
    const shaped = gridPointsOf({
      methods: ['code-tree', 'resample'],
      ...{ budgets: [20], widths: [2, 4], depths: [null], criticAccuracies: [1] },
    });
    const rows = gridPointLines(
      summarise(
        shaped,
        shaped.map(() => [
          {
            ...{ seed: 0, solved: 4, problems: 10, programs: 30, questions: 40 },
            verifications: 0,
          },
        ]),
      ),
    );
    expect(rows.map((row) => row.split(/ {2,}/u).slice(0, 2))).toEqual([
      ['method', 'width'],
      ['code-tree', '2'],
      ['code-tree', '4'],
      ['resample', '-'],
    ]);
  });

  it('names the correction for how many differences its stars stand', () => {
    expect(starMeaning(summaryOf([[4], [8], [6], [6]]))).toContain('2 differences');
    expect(starMeaning(summaryOf([[4], [8], [6], [6]]))).toContain('Holm');
  });
});
