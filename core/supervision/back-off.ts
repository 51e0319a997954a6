/** What is remembered of something that fails and is tried again: its latest failures, and when it may be tried next. */
export interface BackOff {
  /** When it failed, ms on the clock of whoever tries; none older than the window. */
  readonly failures: readonly number[];
  /** Not before this is it tried again; null: it has been, since it failed last. */
  readonly dueAtMs: number | null;
}

export const noFailures: BackOff = { failures: [], dueAtMs: null };

/** Failures older than this are forgotten: what has worked for so long begins anew. */
export const rememberedMs = 10 * 60 * 1000;
const firstWaitMs = 500;
const mostWaitMs = 60 * 1000;

/** It has failed. What waits for its next try has not failed again. */
export function failed(backOff: BackOff, nowMs: number): BackOff {
  if (backOff.dueAtMs !== null) return backOff;
  const lately = backOff.failures.filter((atMs) => nowMs - atMs < rememberedMs);
  return { failures: [...lately, nowMs], dueAtMs: nowMs + waitAfter(lately.length) };
}

/** It is tried now: whatever becomes of it is news. */
export function tried({ failures }: BackOff): BackOff {
  return { failures, dueAtMs: null };
}

/** How long it still has to wait, ms. */
export function waitMs({ dueAtMs }: BackOff, nowMs: number): number {
  return dueAtMs === null ? 0 : Math.max(0, dueAtMs - nowMs);
}

/** The first failure costs no wait; each one more in the window doubles it, up to a minute. */
function waitAfter(earlier: number): number {
  return earlier === 0 ? 0 : Math.min(mostWaitMs, firstWaitMs * 2 ** (earlier - 1));
}
