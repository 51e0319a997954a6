/** A lease as it was taken or renewed last, by the clock of whoever keeps it. */
export interface Lease {
  readonly endsAtMs: number;
  /** How long it was taken for. */
  readonly leaseMs: number;
}

/**
 * For how long a lease still holds, ms, by the clock that it was taken by; 0: it has ended. A clock that has been set back
 * since must not make it last: what is left is never more than its length, and one that would have been taken further in
 * the future than its own length has ended. Small corrections of a clock end none.
 */
export function leaseRest({ endsAtMs, leaseMs }: Lease, nowMs: number): number {
  const rest = endsAtMs - nowMs;
  return rest <= 0 || rest >= 2 * leaseMs ? 0 : Math.min(rest, leaseMs);
}
