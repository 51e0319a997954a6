import { ActivityFailure, ApplicationFailure, CancellationScope } from '@temporalio/workflow';

import { failureTypes } from '../../core/errors/failure-fate';
import type { SandboxPorts } from '../../core/ports/search';
import type { VisibleResult } from '../../core/schemas/search';
import type { SearchActivities } from './search-activities';

type VisibleTask = Parameters<SandboxPorts['runVisibleTests']>[0];

/**
 * Runs a program on its visible tests. Where one process plays every role they are first tried within the workflow task at
 * hand, which saves the engine a task and this search a round; what prevents that and may be otherwise later (no box free at
 * once, tests that take long, trouble) is left to the activity, which has all the time and patience it needs.
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
      // A worker that is told to stop ends what it has under way as if it had been cancelled.
      if (CancellationScope.current().consideredCancelled || isFinal(error)) throw error;
    }
  }
  return tests.runVisibleTests.executeWithOptions({ summary }, [task]);
}

/** Whether another try is certain to come to the same. What pauses the run is the activity's to say, as everywhere. */
function isFinal(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure)) return false;
  return cause.type === failureTypes.terminal || cause.type === failureTypes['begins-anew'];
}
