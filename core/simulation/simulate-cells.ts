import { methodNamed } from '../search/methods';
import type { AttemptWorld } from './attempt-world';
import type { Method, MethodConfig } from '../search/method';
import type { Cell, CellTally } from './cell';
import { simulateAttempt } from './simulate-attempt';

/** The worlds that the attempts of a run meet. */
export interface SimulatedWorlds {
  /** The first attempt on a problem in the run of a seed, for a critic of any accuracy. */
  attempt(problem: string, seed: number): (criticAccuracy: number) => AttemptWorld;
}

/**
 * What each cell comes to at one seed, in the order of the cells. A pure function.
 * @throws UsageError (`UNKNOWN_METHOD`)
 */
export function simulateCells(
  worlds: SimulatedWorlds,
  asked: {
    readonly cells: readonly Cell[];
    readonly problems: readonly string[];
    readonly seed: number;
  },
): readonly CellTally[] {
  const { cells, problems, seed } = asked;
  const tallies = cells.map(() => ({ solved: 0, programs: 0, questions: 0, verifications: 0 }));
  for (const problem of problems) {
    const world = worlds.attempt(problem, seed);
    for (const [index, cell] of cells.entries()) {
      const tally = tallies[index];
      if (tally === undefined) continue;
      const method = methodNamed(cell.method);
      const made = simulateAttempt(method, configOf(cell, method), world(cell.criticAccuracy));
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

function configOf({ budget, width, maxDepth, answer }: Cell, { shape }: Method): MethodConfig {
  const usual = shape?.usual ?? anyShape;
  return { budget, width: width ?? usual.width, maxDepth: maxDepth ?? usual.maxDepth, answer };
}
