import { budgetClaim } from '../../../core/journal/budget-claim';
import type { UsedCall } from '../../../core/journal/budget-claim';

const asked = 'new';
const nothing = { tokens: 0, costUsd: 0 };
const call = (changes: Partial<UsedCall> = {}): UsedCall => ({
  ...{ identity: 'old', answered: true, restMs: 0, tokens: 100, costUsd: 0.02 },
  ...changes,
});
const underWay = call({ answered: false, restMs: 4_000, tokens: 0, costUsd: null });

describe('a call within a budget', () => {
  it('may be sent while its cost, at most, stays within the limit, and not above', () => {
    const atMost = { tokens: 0, costUsd: 0.02 };
    expect(budgetClaim({ limit: { costUsd: 0.04 }, atMost }, [call()], asked)).toBeNull();
    expect(budgetClaim({ limit: { costUsd: 0.03 }, atMost }, [call()], asked)).toEqual({
      ...{ kind: 'over-budget', limit: 'costUsd' },
    });
  });

  it('is refused where a cost is unknown, its own or that of one before', () => {
    const over = { kind: 'over-budget', limit: 'costUsd' };
    const limit = { costUsd: 1_000 };
    expect(budgetClaim({ limit, atMost: { tokens: 0, costUsd: null } }, [], asked)).toEqual(over);
    expect(budgetClaim({ limit, atMost: nothing }, [call({ costUsd: null })], asked)).toEqual(over);
  });

  it('waits for one under way where tokens or costs are limited, and not where calls are', () => {
    const held = { kind: 'held', restMs: 4_000 };
    for (const limit of [{ costUsd: 1 }, { tokens: 1_000 }]) {
      expect(budgetClaim({ limit, atMost: nothing }, [underWay], asked)).toEqual(held);
    }
    expect(budgetClaim({ limit: { calls: 2 }, atMost: nothing }, [underWay], asked)).toBeNull();
    const gone = { ...underWay, restMs: 0 };
    expect(budgetClaim({ limit: { costUsd: 1 }, atMost: nothing }, [gone], asked)).toBeNull();
  });

  it('is refused when there are as many as there may be, or tokens would be more', () => {
    const atMost = { tokens: 1, costUsd: 0 };
    expect(budgetClaim({ limit: { calls: 1 }, atMost }, [call()], asked)).toMatchObject({
      limit: 'calls',
    });
    expect(budgetClaim({ limit: { tokens: 100 }, atMost }, [call()], asked)).toMatchObject({
      limit: 'tokens',
    });
  });

  it('is refused where nobody said how many tokens one before took', () => {
    const silent = call({ tokens: null });
    const claim = budgetClaim({ limit: { tokens: 1_000 }, atMost: nothing }, [silent], asked);
    expect(claim).toEqual({ kind: 'over-budget', limit: 'tokens' });
    expect(budgetClaim({ limit: { costUsd: 1 }, atMost: nothing }, [silent], asked)).toBeNull();
  });

  it('is never refused what it was granted before', () => {
    const again = 'old';
    const limit = { calls: 0, tokens: 0, costUsd: 0 };
    expect(budgetClaim({ limit, atMost: nothing }, [call()], again)).toBeNull();
  });
});
