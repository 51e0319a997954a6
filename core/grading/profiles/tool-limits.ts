import type { BoxLimits } from '../../schemas/verdict';

/**
 * Limits of a box in which a tool's own limit decides: that one counts seconds of the clock, so ours end a program only
 * after it, by either clock.
 * @param wallMs the tool's
 */
export function toolLimits(limits: BoxLimits, wallMs: number): BoxLimits {
  const rounded = Math.ceil(wallMs);
  return { ...limits, cpuMs: rounded, wallMs: rounded };
}
