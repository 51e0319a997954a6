import { passAtK } from '../statistics/pass-at-k';
import { wilsonInterval } from '../statistics/wilson-interval';
import { solvedRate } from '../statistics/solved-rate';
import type { SolvedRate } from '../statistics/solved-rate';

/** Right ones among the samples of one instance. */
export interface SampledInstance {
  readonly samples: number;
  readonly right: number;
}

/** A mean over instances. */
export interface MeanRate {
  readonly mean: number;
  /** How many instances. */
  readonly of: number;
  /**
   * 95 %: of one sample each Wilson's; of several by the spread between instances, since samples of one are not independent
   * of each other. null: of several samples, and there is one instance.
   */
  readonly interval: readonly [low: number, high: number] | null;
}

/** Two-sided 95 % of the standard normal distribution. */
const z = 1.959963984540054;

/** Mean of the unbiased estimates over instances with enough samples. null: none has. k = 1, five samples: R2E's pass@1. */
export function meanPassAtK(instances: readonly SampledInstance[], k: number): MeanRate | null {
  const estimates = instances
    .map(({ samples, right }) => passAtK(samples, right, k))
    .filter((estimate) => estimate !== null);
  const of = estimates.length;
  if (of === 0) return null;
  const total = estimates.reduce((sum, estimate) => sum + estimate, 0);
  const mean = total / of;
  if (instances.every(({ samples }) => samples === 1)) {
    return { mean, of, interval: wilsonInterval(total, of) };
  }
  if (of === 1) return { mean, of, interval: null };
  const squares = estimates.reduce((sum, estimate) => sum + (estimate - mean) ** 2, 0);
  const spread = z * Math.sqrt(squares / (of - 1) / of);
  return { mean, of, interval: [Math.max(0, mean - spread), Math.min(1, mean + spread)] };
}

/**
 * Self-repair: of the instances whose first program was wrong, how many have a right one after 0, 1, … iterations (R2E has 5,
 * and begins at none by definition).
 * @param dialogues of each instance, whether the program of each round passes the hidden check, the first program first
 */
export function selfRepair(
  dialogues: readonly (readonly boolean[])[],
  iterations: number,
): readonly SolvedRate[] {
  const failing = dialogues.filter(([first]) => first === false);
  return Array.from({ length: iterations + 1 }, (_, done) => {
    const repaired = failing.filter((rounds) => rounds.slice(0, done + 1).includes(true));
    return solvedRate(repaired.length, failing.length);
  });
}
