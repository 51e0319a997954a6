import type { AttemptKey } from '../durable/attempt-key';
import type { AttemptSummary } from './work';

/** What the workflow that grades samples asks of the world, beside what every kind of work does. Safe to run twice. */
export interface EvaluationPorts {
  /**
   * Grades the samples of an item and records each; those that have an end keep it. The summary is that of all: completed and
   * solved when each of them is.
   * @param input.attempt the first of them, at this position
   */
  readonly gradeSamples: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
  }) => Promise<AttemptSummary>;
}
