import type { BareFigures } from './bare-rates';
import type { CpuCost } from './figures';
import type { ExpansionFigures } from './measure-expansions';

/** The best of each figure: whatever else a machine does only ever makes them worse. */
export function bestBare(rounds: readonly BareFigures[]): BareFigures {
  return {
    stepsPerSecond: Math.max(...rounds.map(({ stepsPerSecond }) => stepsPerSecond)),
    childrenPerSecond: Math.max(...rounds.map(({ childrenPerSecond }) => childrenPerSecond)),
    step: cheapest(rounds.map(({ step }) => step)),
    child: cheapest(rounds.map(({ child }) => child)),
  };
}

/** One for each budget, in the order they first came in. */
export function bestExpansions(rounds: readonly ExpansionFigures[]): readonly ExpansionFigures[] {
  const budgets = [...new Set(rounds.map(({ budget }) => budget))];
  return budgets.map((budget) => {
    const same = rounds.filter((round) => round.budget === budget);
    return {
      budget,
      perSecond: Math.max(...same.map(({ perSecond }) => perSecond)),
      cpu: cheapest(same.map(({ cpu }) => cpu)),
    };
  });
}

function cheapest(costs: readonly CpuCost[]): CpuCost {
  const [first = { serverMs: Number.NaN, nodeMs: Number.NaN }, ...rest] = costs;
  const total = ({ serverMs, nodeMs }: CpuCost): number => serverMs + nodeMs;
  return rest.reduce((best, cost) => (total(cost) < total(best) ? cost : best), first);
}
