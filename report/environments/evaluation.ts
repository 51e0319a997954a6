import { answersPassed } from '../../core/kinds/dialogue/summary';
import { meanPassAtK, selfRepair } from '../../core/metrics/evaluation-summary';
import type { MeanRate, SampledInstance } from '../../core/metrics/evaluation-summary';
import type { SolvedRate } from '../../core/statistics/solved-rate';
import type { WholeRun } from '../load-run';
import { plural } from '../../core/words/plural';
import { intervalText, rateText } from '../number-text';

/** A run on instances in R2E's terms: published with `env evaluate --json`. */
export type Evaluation = {
  /** Means over instances, of 1 sample and of as many as there are. */
  readonly passAtK: readonly ({ readonly k: number } & MeanRate)[];
  /** Of dialogues whose first program was wrong, after 0, 1, … iterations; null: the method has none. */
  readonly selfRepair: readonly SolvedRate[] | null;
};

export function evaluationOf({ record: { config }, attempts }: WholeRun): Evaluation {
  const instances = new Map<string, SampledInstance>();
  const dialogues: (readonly boolean[])[] = [];
  for (const { problem, result } of attempts) {
    if (result?.status !== 'completed') continue;
    const { samples, right } = instances.get(problem) ?? { samples: 0, right: 0 };
    instances.set(problem, { samples: samples + 1, right: right + Number(result.solved) });
    const { outcome } = result;
    if (outcome.kind === 'dialogue') dialogues.push(answersPassed({ ...result, outcome }));
  }
  const sampled = [...instances.values()];
  const passAtK = [...new Set([1, config.samples])].flatMap((k) => {
    const mean = meanPassAtK(sampled, k);
    return mean === null ? [] : [{ k, ...mean }];
  });
  const repaired =
    config.kind === 'dialogue' ? selfRepair(dialogues, config.dialogue.rounds - 1) : null;
  return { passAtK, selfRepair: repaired };
}

export function evaluationLines({ passAtK, selfRepair: repaired }: Evaluation): readonly string[] {
  const means = passAtK.map(({ k, mean, of, interval }) => {
    const within = interval === null ? '' : `, 95 % interval ${intervalText(interval)}`;
    return `pass@${String(k)} ${rateText(mean)}${within}, mean over ${plural(of, 'instance')}`;
  });
  const iterations = (repaired ?? []).map(({ solved, of, rate, interval }, done) => {
    const within = interval === null ? '' : `, 95 % interval ${intervalText(interval)}`;
    return `repaired after ${plural(done, 'iteration')}: ${String(solved)} of ${String(of)} (${rateText(rate)}${within})`;
  });
  return [...means, ...iterations];
}
