import type { ShellPorts } from '../../../core/ports/search';
import type { ActivityDependencies } from '../../dependencies';
import type { TaskRepositories } from '../patch/task-repository';
import { voteOf } from '../patch/vote-of';
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
  repositories: TaskRepositories,
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
      durable(store, soFar.attempt, async ({ signal }) => {
        const ended = await records.end(soFar, { end, tokens });
        if (ended.program === null) return ended;
        const problem = await patchProblem(contexts, soFar.attempt);
        const patch = await store.blobs.get(ended.program);
        const parts = { dependencies, repositories };
        const vote = await voteOf(parts, problem.source, patch, signal);
        return { ...ended, ...(vote === null ? {} : { vote }) };
      }),
  };
}
