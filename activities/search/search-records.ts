import type { SearchRecordPorts, SearchStart } from '../../core/ports/search';
import type { AttemptSteering } from '../../core/schemas/run';
import type { SteeringEntry } from '../../core/kinds/search/schema';
import type { ActivityDependencies } from '../dependencies';
import type { ProblemLevels } from '../grading/problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import { beginAttempt } from '../grading/begin-attempt';
import { durable } from '../work/durable';

/** Records of a search that belong to no model call and no run of a candidate. */
export function createSearchRecords(
  { store }: ActivityDependencies,
  contexts: AttemptContexts,
  levels: ProblemLevels,
): SearchRecordPorts {
  return {
    beginSearch: ({ attempt, position }) =>
      durable(store, attempt, async (context) => {
        const config = await contexts.configOf(attempt.run, 'search');
        const finished = await beginAttempt(
          { store, contexts, levels },
          { attempt, position, context },
        );
        const { problem } = await contexts.given(attempt);
        const start: SearchStart = {
          method: config.method,
          budget: config.budget,
          ...config.search,
          ...(config.shell === undefined ? {} : { shell: config.shell }),
          steering: ofSearch(await store.runs.steering(attempt)),
          finished,
          ...(problem.kind === 'patch' ? { prepare: true } : {}),
        };
        return start;
      }),

    recordSteering: ({ attempt, entry }) =>
      durable(store, attempt, () => store.runs.addSteering(attempt, { kind: 'search', ...entry })),
  };
}

/** The form that the workflow of a search knows: without the kind. */
function ofSearch(steering: readonly AttemptSteering[]): readonly SteeringEntry[] {
  return steering.flatMap((entry) =>
    entry.kind === 'search' ? [{ place: entry.place, action: entry.action }] : [],
  );
}
