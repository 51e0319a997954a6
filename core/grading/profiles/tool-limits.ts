import type { BoxLimits } from '../../schemas/verdict';

/** Maximum time of all cases of a check together, in ms, whatever each is allowed, because every check must end. */
const mostWholeMs = 3_600_000;

/** What so many cases may take together, ms. At most an hour. */
export function wholeMs(cases: number, eachMs: number): number {
  return Math.min(mostWholeMs, Math.max(1, cases) * eachMs);
}

/** The tool's limit `wallMs` decides: ours, by either clock, end a program only after it. */
export function toolLimits(limits: BoxLimits, wallMs: number): BoxLimits {
  const rounded = Math.ceil(wallMs);
  return { ...limits, cpuMs: rounded, wallMs: rounded };
}
