/** Memory of something that fails and is retried: its latest failures, and the time of the next try. */
export interface BackOff {
  /** Times of failures, in ms on the clock of the caller. None is older than the window. */
  readonly failures: readonly number[];
  /** Earliest time of the next try. null: it has been tried since its last failure. */
  readonly dueAtMs: number | null;
}

export const noFailures: BackOff = { failures: [], dueAtMs: null };

/** Older failures are forgotten: something that worked for this long starts from zero. */
export const rememberedMs = 10 * 60 * 1000;
const firstWaitMs = 500;
const mostWaitMs = 60 * 1000;

/** Records a failure. Something that waits for its next try has not failed again. */
export function failed(backOff: BackOff, nowMs: number): BackOff {
  if (backOff.dueAtMs !== null) return backOff;
  const lately = backOff.failures.filter((atMs) => nowMs - atMs < rememberedMs);
  return { failures: [...lately, nowMs], dueAtMs: nowMs + waitAfter(lately.length) };
}

/** Records a try. Any result after it is new. */
export function tried({ failures }: BackOff): BackOff {
  return { failures, dueAtMs: null };
}

/** Rest of the wait, in ms. */
export function waitMs({ dueAtMs }: BackOff, nowMs: number): number {
  return dueAtMs === null ? 0 : Math.max(0, dueAtMs - nowMs);
}

/** The first failure causes no wait. Each further failure in the window doubles the wait, up to a minute. */
function waitAfter(earlier: number): number {
  return earlier === 0 ? 0 : Math.min(mostWaitMs, firstWaitMs * 2 ** (earlier - 1));
}
