/** Two-sided 95 % of Student's distribution, by degrees of freedom from 1. */
const quantiles = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
] as const;
const normal = 1.959963984540054;

/** Beyond the table: the expansion in 1/df of Fisher and Cornish, right to three digits there. */
function quantileOf(freedom: number): number {
  return quantiles[freedom - 1] ?? normal + (normal ** 3 + normal) / (4 * freedom);
}

/** The mean of independent measurements, with Student's interval at 95 %. */
export interface MeasuredMean {
  readonly mean: number;
  /** Of the measurements; 0 for a single one. */
  readonly standardDeviation: number;
  /** null: of a single measurement nothing more is known. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** @throws RangeError without measurements */
export function measuredMean(values: readonly number[]): MeasuredMean {
  const count = values.length;
  if (count === 0) throw new RangeError('a mean needs a measurement');
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, standardDeviation: 0, interval: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const standardDeviation = Math.sqrt(squares / (count - 1));
  const spread = (quantileOf(count - 1) * standardDeviation) / Math.sqrt(count);
  return { mean, standardDeviation, interval: [mean - spread, mean + spread] };
}
