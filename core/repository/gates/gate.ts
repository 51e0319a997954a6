import type { HarnessReason } from '../../names/environment-reasons';

/** The decision of a gate: it accepts, or it rejects with a reason and feedback for the next round. */
export type GateOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: HarnessReason; readonly feedback: string };

/** A case that is left out of a harness, and why. */
export interface DroppedCase {
  readonly case: string;
  readonly reason: HarnessReason;
}

export const passed: GateOutcome = { kind: 'passed' };

/** The reason for which most cases were dropped; the first of equal reasons. Without dropped cases: there were no cases. */
export function commonestReason(dropped: readonly DroppedCase[]): HarnessReason {
  const counts = new Map<string, { readonly reason: HarnessReason; count: number }>();
  for (const { reason } of dropped) {
    const key = JSON.stringify(reason);
    const found = counts.get(key) ?? { reason, count: 0 };
    found.count += 1;
    counts.set(key, found);
  }
  let commonest = { reason: { code: 'no_tests' } as HarnessReason, count: 0 };
  for (const one of counts.values()) if (one.count > commonest.count) commonest = one;
  return commonest.reason;
}
