const leastMs = 1_000;
const mostMs = 5 * 60 * 1000;

/** When to look at a batch again that has been waited for so long, ms: a tenth of the wait, at least 1 s and at most 5 min. */
export function nextLookMs(waitedMs: number): number {
  return Math.min(mostMs, Math.max(leastMs, Math.round(waitedMs / 10)));
}
