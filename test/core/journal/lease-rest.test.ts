import { leaseRest } from '../../../core/journal/lease-rest';

describe('what is left of a lease', () => {
  const lease = { endsAtMs: 11_000, leaseMs: 1_000 };

  it('runs out with the clock', () => {
    expect(leaseRest(lease, 10_000)).toBe(1_000);
    expect(leaseRest(lease, 10_999)).toBe(1);
    expect(leaseRest(lease, 11_000)).toBe(0);
  });

  it('is never more than its length, and nothing when the clock was set back by more than that', () => {
    expect(leaseRest(lease, 9_500)).toBe(1_000);
    expect(leaseRest(lease, 9_000)).toBe(0);
    expect(leaseRest(lease, 0)).toBe(0);
  });
});
