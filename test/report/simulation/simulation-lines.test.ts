import { cellsOf } from '../../../core/simulation/cell';
import type { CellTally } from '../../../core/simulation/cell';
import { summarise } from '../../../core/simulation/summarise';
import {
  cellLines,
  methodPairLines,
  starMeaning,
} from '../../../report/simulation/simulation-lines';

const cells = cellsOf({
  methods: ['code-tree', 'resample'],
  budgets: [20],
  widths: [null],
  depths: [null],
  criticAccuracies: [0.5, 1],
});

/** Problems solved of ten, by cell and seed; code-tree asks its critic. */
function summaryOf(solved: readonly (readonly number[])[]) {
  return summarise(
    cells,
    solved.map((bySeed, cell) =>
      bySeed.map((count, seed): CellTally => ({
        ...{ seed, solved: count, problems: 10, programs: 30, questions: 40 },
        verifications: cell < 2 ? 5 : 0,
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
    const rows = cellLines(calm);
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
    expect(cellLines(wild)[1]).toContain('0.400 ');
    expect(cellLines(wild)[1]).toContain('[0.152, 0.648]');
    expect(cellLines(summaryOf([[4], [8], [6], [6]]))[1]).toContain('one seed');
  });

  it('names the correction for how many differences its stars stand', () => {
    expect(starMeaning(summaryOf([[4], [8], [6], [6]]))).toContain('2 differences');
    expect(starMeaning(summaryOf([[4], [8], [6], [6]]))).toContain('Holm');
  });
});
