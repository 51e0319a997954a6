import type { Store } from '../../core/ports/records';
import { loadWholeRun } from '../load-run';

/** The rows of the tasks that a run has made so far, in its order, a line of JSON each. @throws UsageError for an unknown run */
export async function madeTaskRows(store: Store, run: string): Promise<readonly string[]> {
  const { attempts } = await loadWholeRun(store, run, () => []);
  const made = attempts
    .toSorted((left, right) => left.position - right.position)
    .flatMap(({ status, result }) =>
      status === 'completed' && result?.outcome.kind === 'task' ? (result.outcome.row ?? []) : [],
    );
  return Promise.all(made.map((sha256) => store.blobs.get(sha256)));
}
