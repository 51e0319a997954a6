import type { EvaluationPorts } from '../../core/kinds/evaluation/row';
import type { GradeParts } from '../grading/grade-attempt';
import { durable } from '../work/durable';
import { createBuildTask } from './build-task';
import { gradeItem } from './grade-item';

/** Grading of samples that were there before the run. */
export function createEvaluationActivities(parts: GradeParts): EvaluationPorts {
  const { store } = parts.dependencies;
  return {
    buildTask: createBuildTask(parts),
    gradeSamples: ({ attempt, position }) =>
      durable(store, attempt, async (context) => {
        // Only the first sample of an item has a record before its end, so the reason for a wait is shown there.
        await store.runs.beginAttempt(attempt, position);
        return gradeItem(parts, { attempt, position, context });
      }),
  };
}
