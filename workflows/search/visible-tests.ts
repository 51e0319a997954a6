import { CancellationScope } from '@temporalio/workflow';

import type { SandboxPorts } from '../../core/ports/search';
import type { VisibleResult } from '../../core/schemas/search';
import type { SearchActivities } from './search-activities';

type VisibleTask = Parameters<SandboxPorts['runVisibleTests']>[0];

/**
 * Runs a program on its visible tests. Where one process plays every role they are first tried within the workflow task at
 * hand, which saves the engine a task and this search a round; whatever prevents that (no box free at once, tests that take
 * long, trouble of any kind) is left to the activity, which has all the time and patience it needs.
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
      if (CancellationScope.current().consideredCancelled) throw error;
    }
  }
  return tests.runVisibleTests.executeWithOptions({ summary }, [task]);
}
