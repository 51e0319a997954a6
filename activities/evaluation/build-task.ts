import type { EvaluationPorts } from '../../core/kinds/evaluation/row';
import { TaskEnvironmentError } from '../../core/patches/task-environment-error';
import type { GradeParts } from '../grading/grade-attempt';
import { durable } from '../work/durable';

/** Builds the environment of a task apart from grading, so that progress can tell the two apart. */
export function createBuildTask({
  dependencies: { store, taskEnvironments },
  contexts,
}: GradeParts): EvaluationPorts['buildTask'] {
  return ({ attempt, position }) =>
    durable(store, attempt, async ({ signal }) => {
      await store.runs.beginAttempt(attempt, position);
      const { problem } = await contexts.given(attempt);
      if (problem.kind !== 'patch') return;
      try {
        await taskEnvironments.of(problem.source, signal);
      } catch (error) {
        // Grading meets the same error, and records it.
        if (!(error instanceof TaskEnvironmentError)) throw error;
      }
    });
}
