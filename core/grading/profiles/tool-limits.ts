import type { BoxLimits } from '../../schemas/verdict';

/** So long all cases of a check may take together, ms, whatever each is allowed: one that runs on has to end once. */
const mostWholeMs = 3_600_000;

/** What so many cases may take together, ms. At most an hour. */
export function wholeMs(cases: number, eachMs: number): number {
  return Math.min(mostWholeMs, Math.max(1, cases) * eachMs);
}

/**
 * Limits of a box in which a tool's own limit decides: that one counts seconds of the clock, so ours end a program only
 * after it, by either clock.
 * @param wallMs the tool's
 */
export function toolLimits(limits: BoxLimits, wallMs: number): BoxLimits {
  const rounded = Math.ceil(wallMs);
  return { ...limits, cpuMs: rounded, wallMs: rounded };
}
