import { cellsOf } from '../../../core/simulation/cell';
import type { CellTally } from '../../../core/simulation/cell';
import { summarise } from '../../../core/simulation/summarise';

const cells = cellsOf({
  methods: ['resample', 'code-tree'],
  budgets: [20],
  widths: [10],
  depths: [3],
  criticAccuracies: [1, 0.5],
});

const tally = (seed: number, solved: number, verifications: number): CellTally => ({
  ...{ seed, solved, problems: 10, programs: 30, questions: 40, verifications },
});

describe('what a simulation comes to', () => {
  const { cells: rows, pairs } = summarise(cells, [
    [tally(0, 5, 0), tally(1, 7, 0)],
    [tally(0, 5, 0), tally(1, 7, 0)],
    [tally(0, 8, 4), tally(1, 10, 4)],
    [tally(0, 4, 4), tally(1, 6, 4)],
  ]);

  it('has one row where the accuracy decided nothing, and one for each where it did', () => {
    const shown = rows.map(({ method, criticAccuracy, passAt1 }) => [
      method,
      criticAccuracy,
      passAt1.mean,
    ]);
    expect(shown).toEqual([
      ['resample', null, 0.6],
      ['code-tree', 1, 0.9],
      ['code-tree', 0.5, 0.5],
    ]);
    expect(rows[0]).toMatchObject({ programs: 3, questions: 4, solved: [5, 7] });
  });

  it('keeps the interval of a share between 0 and 1', () => {
    expect(rows[1]?.passAt1.interval?.[1]).toBe(1);
  });

  it('compares seed by seed, first the one that depends on the critic, by rising accuracy', () => {
    expect(pairs).toHaveLength(1);
    const [pair] = pairs;
    expect([pair?.first, pair?.second]).toEqual(['code-tree', 'resample']);
    const told = pair?.differences.map(({ criticAccuracy, difference, better }) => [
      criticAccuracy,
      Number(difference.mean.toFixed(6)),
      better,
    ]);
    expect(told).toEqual([
      [0.5, -0.1, 'second'],
      [1, 0.3, 'first'],
    ]);
    expect(pair?.crossing?.at).toBeCloseTo(0.625);
  });
});
