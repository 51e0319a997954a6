import { ActivityFailure, ApplicationFailure, CancellationScope } from '@temporalio/workflow';

import { failureTypes } from '../../core/errors/failure-fate';
import type { SandboxPorts } from '../../core/ports/search';
import type { VisibleResult } from '../../core/schemas/search';
import type { SearchActivities } from './search-activities';

type VisibleTask = Parameters<SandboxPorts['runVisibleTests']>[0];

/**
 * If one process plays all roles, tests are first tried within the workflow task, which saves a task. If they cannot run
 * there now (no free box, long tests, an error), an activity runs them.
 */
export async function runVisibleTests(
  { tests, testsAtOnce }: Pick<SearchActivities, 'tests' | 'testsAtOnce'>,
  task: VisibleTask,
): Promise<VisibleResult> {
  const summary = `visible tests ${task.node}`;
  if (testsAtOnce !== null) {
    try {
      return await testsAtOnce.runVisibleTests.executeWithOptions({ summary }, [task]);
    } catch (error) {
      // A worker that stops ends its local activities as if they had been cancelled.
      if (CancellationScope.current().consideredCancelled || isFinal(error)) throw error;
    }
  }
  return tests.runVisibleTests.executeWithOptions({ summary }, [task]);
}

/** Whether another try would certainly give the same result. An error that pauses the run is left to the activity. */
function isFinal(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure)) return false;
  return cause.type === failureTypes.terminal || cause.type === failureTypes['begins-anew'];
}
