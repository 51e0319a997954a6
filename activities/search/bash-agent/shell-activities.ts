import type { ShellPorts } from '../../../core/ports/search';
import type { ActivityDependencies } from '../../dependencies';
import { TextStore } from '../../work/text-store';
import type { AttemptContexts } from '../../work/attempt-contexts';
import { durable } from '../../work/durable';
import { createAskShellAgent } from './ask-shell-agent';
import { patchProblem } from './patch-problem';
import { ShellRecords } from './shell-records';

/** The agent with a shell: its model through the journal, its commands in boxes that hold nothing between two steps. */
export function createShellActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): ShellPorts {
  const { store } = dependencies;
  const records = new ShellRecords(dependencies);
  return {
    askShellAgent: createAskShellAgent({
      dependencies,
      contexts,
      texts: new TextStore(store.blobs),
    }),

    runShellCommand: (soFar) =>
      durable(store, soFar.attempt, async ({ signal }) => {
        const problem = await patchProblem(contexts, soFar.attempt);
        return records.run(problem, soFar, signal);
      }),

    endTrajectory: ({ end, tokens, ...soFar }) =>
      durable(store, soFar.attempt, () => records.end(soFar, { end, tokens })),
  };
}
