import type { BoxLimits } from '../../schemas/verdict';

/** Maximum time of all cases of a check together, in ms, whatever each is allowed, because every check must end. */
const mostWholeMs = 3_600_000;

/** What so many cases may take together, ms. At most an hour. */
export function wholeMs(cases: number, eachMs: number): number {
  return Math.min(mostWholeMs, Math.max(1, cases) * eachMs);
}

/**
 * Limits of a box in which the limit of a tool decides. The tool counts wall time, so our limits, by either clock, end a
 * program only after it.
 * @param wallMs limit of the tool
 */
export function toolLimits(limits: BoxLimits, wallMs: number): BoxLimits {
  const rounded = Math.ceil(wallMs);
  return { ...limits, cpuMs: rounded, wallMs: rounded };
}
