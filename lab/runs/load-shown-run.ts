import type { Store } from '../../core/ports/records';
import { loadRun } from '../../report/load-run';
import type { LoadedRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { readNextTry } from './next-try';
import { readPhases } from './phases';

/** A run with what only the engine knows: when it tries again, and the phases of attempts in progress. */
export async function loadShownRun(
  context: LabContext,
  store: Store,
  id: string,
): Promise<LoadedRun> {
  const loaded = await loadRun(store, id);
  const [nextTryMs, phases] = await Promise.all([
    readNextTry(context, store, id),
    readPhases(context, loaded),
  ]);
  return { ...loaded, nextTryMs, phases };
}
