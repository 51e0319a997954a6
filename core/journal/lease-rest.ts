/** A lease as it was last taken or renewed, by the clock of its owner. */
export interface Lease {
  readonly endsAtMs: number;
  /** Length of the lease. */
  readonly leaseMs: number;
}

/**
 * Rest of a lease in ms, by the clock that it was taken by. 0: it has ended. A clock that was set back must not lengthen the
 * lease: the rest is never more than the length, and a lease that seems to start further in the future than its own length
 * has ended. Small corrections of the clock end no lease.
 */
export function leaseRest({ endsAtMs, leaseMs }: Lease, nowMs: number): number {
  const rest = endsAtMs - nowMs;
  return rest <= 0 || rest >= 2 * leaseMs ? 0 : Math.min(rest, leaseMs);
}
