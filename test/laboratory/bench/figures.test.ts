import {
  allowedExpansions,
  cpuRatio,
  efficiency,
  idealMs,
  perUnit,
} from '../../../laboratory/bench/figures';

describe('the figures of the bench', () => {
  it('allows an expansion the time of one child workflow and four steps', () => {
    const allowed = allowedExpansions({ stepsPerSecond: 200, childrenPerSecond: 50 });
    expect(allowed).toBeCloseTo(1 / (0.02 + 4 * 0.005));
  });

  it('takes for ideal that every slot waits for a model all the time', () => {
    expect(idealMs({ calls: 400, latencyMs: 1000, concurrency: 10 })).toBe(40_000);
  });

  it('says how much of the wall clock was the ideal', () => {
    expect(efficiency({ calls: 400, latencyMs: 1000, concurrency: 10 }, 50_000)).toBe(0.8);
  });

  it('compares the CPU of both processes, of one child and four steps with that of an expansion', () => {
    const bare = { child: { serverMs: 10, nodeMs: 6 }, step: { serverMs: 2, nodeMs: 1 } };
    expect(cpuRatio(bare, { serverMs: 30, nodeMs: 26 })).toBe(0.5);
  });

  it('spreads what was used over what was done', () => {
    expect(perUnit({ serverMs: 100, nodeMs: 50 }, 10)).toEqual({ serverMs: 10, nodeMs: 5 });
  });
});
