import type { AttemptKey } from '../durable/attempt-key';
import type { AttemptSummary } from './work';

/** The activities of evaluations, beside those of every kind of work. They are safe to run twice. */
export interface EvaluationPorts {
  /**
   * Grades the samples of an item and records each. Samples that have an end keep it. The summary is completed, or solved,
   * if every sample is.
   * @param input.attempt the first sample, at this position
   */
  readonly gradeSamples: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
  }) => Promise<AttemptSummary>;
}
