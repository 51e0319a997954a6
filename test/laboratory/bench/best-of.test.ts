import { bestBare, bestExpansions } from '../../../laboratory/bench/best-of';

const cost = (serverMs: number, nodeMs: number) => ({ serverMs, nodeMs });

describe('the best of several rounds', () => {
  it('takes each bare figure from the round that had the best', () => {
    const best = bestBare([
      { stepsPerSecond: 200, childrenPerSecond: 40, step: cost(3, 2), child: cost(9, 6) },
      { stepsPerSecond: 150, childrenPerSecond: 60, step: cost(2, 2), child: cost(8, 9) },
    ]);
    expect(best).toEqual({
      stepsPerSecond: 200,
      childrenPerSecond: 60,
      step: cost(2, 2),
      child: cost(9, 6),
    });
  });

  it('keeps searches of different budgets apart', () => {
    const best = bestExpansions([
      { budget: 20, perSecond: 10, cpu: cost(40, 20) },
      { budget: 4, perSecond: 8, cpu: cost(50, 20) },
      { budget: 20, perSecond: 12, cpu: cost(41, 20) },
    ]);
    expect(best).toEqual([
      { budget: 20, perSecond: 12, cpu: cost(40, 20) },
      { budget: 4, perSecond: 8, cpu: cost(50, 20) },
    ]);
  });
});
