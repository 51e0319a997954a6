import type { ErrorFate } from '../../../core/errors/errors';
import { ModelError } from '../../../llm';
import type { ActivityDependencies } from '../../dependencies';
import { givenUpMs, giveUp, moveBatch } from './move-batch';
import type { BatchAtHand } from './move-batch';

/** Troubles that no person need act on. A row must not end by one of them: without the batch its requests go singly. */
const passing: ReadonlySet<ErrorFate> = new Set(['retryable', 'terminal']);

/**
 * Moves a batch. Trouble with it is noted, and it is tried again; if it cannot be reached for a day, it is given up.
 * @returns how long the endpoint wants to be left alone, ms
 * @throws ModelError where the run must pause or wait
 */
export async function attend(dependencies: ActivityDependencies, at: BatchAtHand): Promise<number> {
  const { batch, nowMs } = at;
  try {
    await moveBatch(dependencies, at);
    return 0;
  } catch (error) {
    if (!(error instanceof ModelError) || !passing.has(error.fate)) throw error;
    const { words: trouble, retryAfterMs = 0 } = error;
    // After a long pause one failure is not yet a day of them.
    if (batch.trouble !== null && nowMs - batch.changedAtMs > givenUpMs) {
      await giveUp(dependencies, at, trouble);
    } else {
      await dependencies.store.batches.change(batch, { state: batch.state, trouble });
    }
    return retryAfterMs;
  }
}
