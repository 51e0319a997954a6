import type { AttemptWorld } from '../../../core/simulation/attempt-world';
import type { GridPoint, GridPointTally } from '../../../core/simulation/grid-point';
import { methodPairs } from '../../../core/simulation/method-pairs';
import { simulateGridPoints } from '../../../core/simulation/simulate-grid-points';
import type { SimulatedWorlds } from '../../../core/simulation/simulate-grid-points';
import type { TalliedGridPoint } from '../../../core/simulation/tallied-grid-point';

const point = (changes: Partial<GridPoint> = {}): GridPoint => ({
  ...{ method: 'code-tree', budget: 20, width: 10, maxDepth: 3, criticAccuracy: 1 },
  ...changes,
});

/** A grid point whose critic decides something, with the problems of ten that it solves at each seed. */
const tallied = (
  changes: Partial<GridPoint>,
  solved: readonly number[],
  asked = true,
): TalliedGridPoint => ({
  point: point(changes),
  asked,
  tallies: solved.map((count, seed): GridPointTally => ({
    ...{ seed, solved: count, problems: 10, programs: 30, questions: 40 },
    verifications: asked ? 3 : 0,
  })),
});

describe('two methods', () => {
  const much = [9, 8, 9, 9, 8, 9, 9, 8];
  const little = [3, 4, 3, 3, 4, 4, 3, 3];

  it('stay in their order where the critic decides for both, or for neither', () => {
    for (const asked of [true, false]) {
      const [pair] = methodPairs([
        tallied({ method: 'code-tree-bfs' }, little, asked),
        tallied({ method: 'code-tree' }, much, asked),
      ]);
      expect([pair?.first, pair?.second]).toEqual(['code-tree-bfs', 'code-tree']);
      expect(pair?.differences[0]).toMatchObject({ better: 'second', difference: { count: 8 } });
      expect(pair?.differences[0]?.difference.mean).toBeCloseTo(-0.525);
    }
  });

  it('have one difference and no crossing where accuracy decides for neither', () => {
    const of = (method: string, asked: boolean) =>
      [1, 0.5].map((criticAccuracy) => tallied({ method, criticAccuracy }, much, asked));
    const [none] = methodPairs([...of('code-tree', false), ...of('code-tree-bfs', false)]);
    expect(none?.differences.map(({ criticAccuracy }) => criticAccuracy)).toEqual([null]);
    expect(none?.crossing).toBeNull();
    const [both] = methodPairs([...of('code-tree', true), ...of('code-tree-bfs', true)]);
    expect(both?.differences.map(({ criticAccuracy }) => criticAccuracy)).toEqual([0.5, 1]);
    expect(both?.crossing).not.toBeNull();
  });

  it('are compared at the accuracies that both were tried at, each with its own', () => {
    const at = (method: string, criticAccuracy: number, solved: readonly number[]) =>
      tallied({ method, criticAccuracy }, solved);
    const [pair] = methodPairs([
      ...[at('code-tree', 1, much), at('code-tree', 0.5, little), at('code-tree', 0.7, much)],
      ...[at('code-tree-bfs', 0.5, much), at('code-tree-bfs', 1, much)],
    ]);
    expect(pair?.differences.map(({ criticAccuracy, better }) => [criticAccuracy, better])).toEqual(
      [
        [0.5, 'second'],
        [1, null],
      ],
    );
  });

  it('are a pair in each place, which it names', () => {
    const places = [{ budget: 5 }, { budget: 9 }, { width: 4 }, { maxDepth: 2 }];
    const pairs = methodPairs(
      ['code-tree', 'code-tree-bfs'].flatMap((method) =>
        places.map((place) => tallied({ method, ...place }, much)),
      ),
    );
    expect(pairs.map(({ budget, width, maxDepth }) => [budget, width, maxDepth])).toEqual([
      [5, 10, 3],
      [9, 10, 3],
      [20, 4, 3],
      [20, 10, 2],
    ]);
  });

  it('are not decided between where they are equal', () => {
    const [pair] = methodPairs([
      tallied({ method: 'code-tree' }, much),
      tallied({ method: 'code-tree-bfs' }, much),
    ]);
    expect(pair?.differences[0]).toMatchObject({ p: 1, better: null });
  });
});

describe('grid points at a seed', () => {
  const right = 'right'.padEnd(64, '0');
  /** Every problem but `hard` is solved by the first program that the critic accepts. */
  const worlds = (asked: string[]): SimulatedWorlds => ({
    attempt: (problem, seed) => (criticAccuracy) => {
      asked.push(`${problem} ${String(seed)} ${String(criticAccuracy)}`);
      const named = (noun: string) => [{ sha256: noun.padEnd(64, '0'), excerpt: noun }];
      const world: AttemptWorld = {
        program: () => ({
          program: right,
          visible: { kind: 'passed', passed: 1, total: 1 },
          hidden: problem === 'hard' ? 'failed' : 'passed',
        }),
        accepts: () => criticAccuracy === 1,
        marks: () => 3,
        strategies: () => named('s'),
        examples: () => named('e'),
        reflections: () => named('r'),
        visibleTests: 1,
      };
      return world;
    },
  });

  it('are summed over problems, each in the world of its accuracy', () => {
    const asked: string[] = [];
    const points = [point({ criticAccuracy: 1 }), point({ criticAccuracy: 0.5, budget: 2 })];
    const problems = ['easy', 'hard', 'other'];
    const tallies = simulateGridPoints(worlds(asked), { points, problems, seed: 7 });
    expect(asked).toEqual(problems.flatMap((problem) => [`${problem} 7 1`, `${problem} 7 0.5`]));
    expect(tallies).toMatchObject([
      { seed: 7, problems: 3, solved: 2, programs: 3, verifications: 3 },
      { seed: 7, problems: 3, solved: 2, programs: 6, verifications: 6 },
    ]);
    for (const tally of tallies) expect(tally.questions).toBeGreaterThan(tally.programs);
  });

  it('have the shape of their method where they name none', () => {
    const programsOf = (changes: Partial<GridPoint>) => {
      const points = [point({ method: 'code-tree', criticAccuracy: 0.5, ...changes })];
      const [tally] = simulateGridPoints(worlds([]), { points, problems: ['easy'], seed: 1 });
      return tally?.programs;
    };
    // One strategy, and one reflection on each program until the greatest depth.
    expect(programsOf({ maxDepth: 2 })).toBe(2);
    expect(programsOf({ maxDepth: null })).toBe(programsOf({ maxDepth: 3 }));
    expect(programsOf({ maxDepth: 5 })).toBe(5);
  });

  it('refuse a method that there is not', () => {
    const points = [point({ method: 'code-forest' })];
    expect(() => simulateGridPoints(worlds([]), { points, problems: ['p'], seed: 1 })).toThrow(
      'unknown method "code-forest"',
    );
  });
});
