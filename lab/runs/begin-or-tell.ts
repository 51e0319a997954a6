import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { findRun } from '../../report/load-run';

export interface BeginOrTell {
  readonly begin: () => Promise<'attached' | 'begun'>;
  /** Tells work that is under way to continue. It throws a UsageError if the work has ended or refuses. */
  readonly tell: () => Promise<void>;
}

/** Maximum number of attempts. A run that refuses refuses again. */
const mostTries = 3;

/**
 * Begins the work on a run, or tells the work under way to continue. The run may end, or be cancelled, after it was found
 * under way and before it is told. A run that has completed needs nothing more. Any other run is begun again.
 * @throws UsageError when the work refuses
 */
export async function beginOrTell(
  store: Store,
  run: string,
  { begin, tell }: BeginOrTell,
): Promise<void> {
  for (let tries = 1; (await begin()) === 'attached'; tries += 1) {
    try {
      return await tell();
    } catch (error) {
      if (!(error instanceof UsageError) || tries === mostTries) throw error;
    }
    if ((await findRun(store, run)).status === 'completed') return;
  }
}
