/** Two-sided 95 % of the standard normal distribution. */
export const normal95 = 1.959963984540054;

/**
 * At 95 % (Wilson 1927), within 0..1. Trials are at least as many as successes, and need not be whole: attempts that are
 * alike are worth fewer. null: no trials.
 */
export function wilsonInterval(
  successes: number,
  trials: number,
): readonly [low: number, high: number] | null {
  if (trials === 0) return null;
  const z = normal95;
  const rate = successes / trials;
  const scale = 1 + z ** 2 / trials;
  const centre = (rate + z ** 2 / (2 * trials)) / scale;
  const spread = (z / scale) * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2));
  // Rounding must not push an end past what is possible or past the rate itself.
  const low = successes === 0 ? 0 : Math.max(0, centre - spread);
  const high = successes === trials ? 1 : Math.min(1, centre + spread);
  return [low, high];
}
