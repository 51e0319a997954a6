import { twoSidedT } from './student-t';

/** The mean of independent measurements, with Student's interval at 95 %. */
export interface MeasuredMean {
  readonly count: number;
  readonly mean: number;
  /** Of the measurements; 0 where all are equal. */
  readonly standardDeviation: number;
  /** null: of a single measurement, and of equal ones, nothing is known of the spread. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** @throws RangeError without measurements */
export function measuredMean(values: readonly number[]): MeasuredMean {
  const count = values.length;
  if (count === 0) throw new RangeError('a mean needs a measurement');
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (areEqual(values)) return { count, mean, standardDeviation: 0, interval: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const standardDeviation = Math.sqrt(squares / (count - 1));
  const spread = (twoSidedT(count - 1) * standardDeviation) / Math.sqrt(count);
  return { count, mean, standardDeviation, interval: [mean - spread, mean + spread] };
}

/** Shares and their differences that are equal on paper differ by rounding. */
const tolerance = 1e-12;

function areEqual(values: readonly number[]): boolean {
  const [first = 0] = values;
  return values.every((value) => Math.abs(value - first) < tolerance);
}
