import type { EvaluationPorts } from '../../core/ports/evaluation';
import type { GradeParts } from '../grading/grade-attempt';
import { durable } from '../work/durable';
import { gradeItem } from './grade-item';

/** Grading of samples that were there before the run. */
export function createEvaluationActivities(parts: GradeParts): EvaluationPorts {
  const { store } = parts.dependencies;
  return {
    gradeSamples: ({ attempt, position }) =>
      durable(store, attempt, async (context) => {
        // Of the others there is no record before their end: what an item waits for is shown of its first.
        await store.runs.beginAttempt(attempt, position);
        return gradeItem(parts, { attempt, position, context });
      }),
  };
}
