import type { SearchRecordPorts, SearchStart } from '../../core/ports/search';
import type { AttemptRecord } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import type { ActivityDependencies } from '../dependencies';
import type { AttemptContexts } from '../work/attempt-contexts';
import { durable } from '../work/durable';

/** Bookkeeping of a search that no model call or sandbox run can carry along. */
export function createSearchRecords(
  { store }: ActivityDependencies,
  contexts: AttemptContexts,
): SearchRecordPorts {
  return {
    beginSearch: ({ attempt, position }) =>
      durable(store, attempt, async () => {
        const config = await contexts.configOf(attempt.run, 'search');
        const record = await store.runs.beginAttempt(attempt, position);
        const start: SearchStart = {
          method: config.method,
          budget: config.budget,
          ...config.search,
          steering: await store.runs.steering(attempt),
          finished: finishedSummary(record),
        };
        return start;
      }),

    recordSteering: ({ attempt, entry }) =>
      durable(store, attempt, () => store.runs.addSteering(attempt, entry)),
  };
}

function finishedSummary({ status, result }: AttemptRecord): AttemptSummary | null {
  return status === 'completed' && result !== null ? { status, solved: result.solved } : null;
}
