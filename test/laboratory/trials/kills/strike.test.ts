import { seededChance } from '../../../../core/statistics/seeded-chance';
import { planKills } from '../../../../laboratory/trials/kills/strike';

describe('the kills of a data-set run', () => {
  const plans = Array.from({ length: 20 }, (_, seed) => planKills(seededChance(seed), 10));

  it('are as many as asked for, in order, spread over the whole run', () => {
    for (const plan of plans) {
      const shares = plan.map(({ share }) => share);
      expect(shares).toHaveLength(10);
      expect(shares).toEqual([...shares].sort((left, right) => left - right));
      expect(Math.max(...shares)).toBeLessThan(1);
    }
  });

  it('lose the database of the engine once', () => {
    for (const plan of plans) {
      expect(plan.filter(({ kind }) => kind === 'lose-engine')).toHaveLength(1);
    }
  });

  it('hit worker, engine, supervisor and the command, and nothing else', () => {
    const hit = plans.flat().map((one) => (one.kind === 'kill' ? one.service : one.kind));
    expect([...new Set(hit)].sort()).toEqual(
      ['engine', 'kill-command', 'lose-engine', 'supervisor', 'worker'].sort(),
    );
  });
});
