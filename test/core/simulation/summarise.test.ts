import { gridPointsOf } from '../../../core/simulation/grid-point';
import type { GridPointTally } from '../../../core/simulation/grid-point';
import { summarise } from '../../../core/simulation/summarise';

const points = gridPointsOf({
  methods: ['resample', 'code-tree'],
  budgets: [20],
  widths: [10],
  depths: [3],
  criticAccuracies: [1, 0.5],
});

/** Of a grid point, from the problems solved at each seed. */
const tallies = (verifications: number, solved: readonly number[]): readonly GridPointTally[] =>
  solved.map((count, seed) => ({
    ...{ seed, solved: count, problems: 10, programs: 30, questions: 40, verifications },
  }));

describe('what a simulation comes to', () => {
  const { cells: rows, pairs } = summarise(points, [
    tallies(0, [5, 7, 5, 6, 5, 6, 6, 8]),
    tallies(0, [5, 7, 5, 6, 5, 6, 6, 8]),
    tallies(4, [8, 10, 9, 8, 9, 9, 9, 10]),
    tallies(4, [5, 6, 4, 5, 5, 5, 5, 5]),
  ]);

  it('has one row where the accuracy decided nothing, and one for each where it did', () => {
    const shown = rows.map(({ method, criticAccuracy, passAt1 }) => [
      method,
      criticAccuracy,
      Number(passAt1.mean.toFixed(6)),
    ]);
    expect(shown).toEqual([
      ['resample', null, 0.6],
      ['code-tree', 1, 0.9],
      ['code-tree', 0.5, 0.5],
    ]);
    expect(rows[0]).toMatchObject({ programs: 3, questions: 4 });
    expect(rows[0]?.solved).toEqual([5, 7, 5, 6, 5, 6, 6, 8]);
  });

  it('has one row for all widths and depths of a method whose trees have no shape, and one pair of two such', () => {
    const grid = gridPointsOf({
      methods: ['resample', 'direct', 'code-tree'],
      ...{ budgets: [20], widths: [2, 4], depths: [3, 5], criticAccuracies: [0.5, 1] },
    });
    const of = { resample: [5, 6, 7], direct: [4, 5, 5], 'code-tree': [6, 7, 9] };
    const solved = grid.map(({ method }) =>
      tallies(method === 'code-tree' ? 4 : 0, of[method as keyof typeof of]),
    );
    const summary = summarise(grid, solved);
    const shapes = (method: string) =>
      summary.cells
        .filter((point) => point.method === method)
        .map((point) => [point.width, point.maxDepth]);
    expect(shapes('resample')).toEqual([[null, null]]);
    expect(shapes('direct')).toEqual([[null, null]]);
    expect(shapes('code-tree')).toHaveLength(8);
    const pairs = summary.pairs.map(({ first, second, width, maxDepth }) =>
      [first, second, width, maxDepth].join(' '),
    );
    expect(pairs).toEqual([
      'resample direct  ',
      ...['2 3', '2 5', '4 3', '4 5'].flatMap((shape) => [
        `code-tree resample ${shape}`,
        `code-tree direct ${shape}`,
      ]),
    ]);
  });

  it('keeps the interval of a share between 0 and 1', () => {
    const [one] = summarise(points.slice(0, 1), [tallies(0, [10, 10, 9])]).cells;
    expect(one?.passAt1.interval?.[1]).toBe(1);
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

  it('calls the same difference one among two methods, and not decided among many', () => {
    const worse = tallies(0, [5, 6, 4, 5, 5, 5, 5, 5]);
    const usual = tallies(0, [5, 7, 5, 6, 5, 6, 6, 8]);
    const decided = (methods: readonly string[]) => {
      const grid = { budgets: [20], widths: [null], depths: [null], criticAccuracies: [1] };
      const others = methods.slice(1).map(() => usual);
      const [pair] = summarise(gridPointsOf({ methods, ...grid }), [worse, ...others]).pairs;
      return pair?.differences[0];
    };
    const alone = decided(['direct', 'resample']);
    const among = decided(['direct', 'resample', 'cot', 'reflexion']);
    expect(alone?.better).toBe('second');
    expect(among?.better).toBeNull();
    expect(among?.p).toBeCloseTo(6 * (alone?.p ?? 0), 12);
    expect(among?.difference).toEqual(alone?.difference);
    expect(among?.difference.interval?.[1]).toBeLessThan(0);
  });
});
