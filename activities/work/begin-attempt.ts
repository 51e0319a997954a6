import type { AttemptKey, Store } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';

export interface BeginInput {
  readonly attempt: AttemptKey;
  /** Order in the data set, then sample. */
  readonly position: number;
}

/** Marks an attempt of any kind of work as running; what it came to when it was completed before, else null. */
export async function beginAttempt(
  { runs }: Store,
  { attempt, position }: BeginInput,
): Promise<AttemptSummary | null> {
  const { status, result } = await runs.beginAttempt(attempt, position);
  return status === 'completed' && result !== null ? { status, solved: result.solved } : null;
}
