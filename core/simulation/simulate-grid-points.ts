import { methodNamed } from '../search/methods';
import type { AttemptWorld } from './attempt-world';
import type { Method, MethodConfig } from '../search/method';
import type { GridPoint, GridPointTally } from './grid-point';
import { simulateAttempt } from './simulate-attempt';

/** The worlds that the attempts of a run meet. */
export interface SimulatedWorlds {
  /** The first attempt on a problem in the run of a seed, for a critic of any accuracy. */
  attempt(problem: string, seed: number): (criticAccuracy: number) => AttemptWorld;
}

/** Outcome of each grid point at one seed, in order. A pure function. @throws UsageError (`UNKNOWN_METHOD`) */
export function simulateGridPoints(
  worlds: SimulatedWorlds,
  asked: {
    readonly points: readonly GridPoint[];
    readonly problems: readonly string[];
    readonly seed: number;
  },
): readonly GridPointTally[] {
  const { points, problems, seed } = asked;
  const tallies = points.map(() => ({ solved: 0, programs: 0, questions: 0, verifications: 0 }));
  for (const problem of problems) {
    const world = worlds.attempt(problem, seed);
    for (const [index, point] of points.entries()) {
      const tally = tallies[index];
      if (tally === undefined) continue;
      const method = methodNamed(point.method);
      const made = simulateAttempt(method, configOf(point, method), world(point.criticAccuracy));
      if (made.verdict === 'passed') tally.solved += 1;
      tally.programs += made.outcome.nodes.length;
      tally.questions += made.questions;
      tally.verifications += made.verifications;
    }
  }
  return tallies.map((tally) => ({ seed, problems: problems.length, ...tally }));
}

/** Of methods whose trees have no shape: it decides nothing. */
const anyShape = { width: 10, maxDepth: 3 };

function configOf({ budget, width, maxDepth, answer }: GridPoint, { shape }: Method): MethodConfig {
  const usual = shape?.usual ?? anyShape;
  return { budget, width: width ?? usual.width, maxDepth: maxDepth ?? usual.maxDepth, answer };
}
