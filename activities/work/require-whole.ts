import { EspalierError } from '../../core/errors/errors';
import type { AttemptKey, Store } from '../../core/ports/records';
import type { AttemptOutcome } from '../../core/schemas/run';
import { workRow } from '../../core/kinds/kinds';

/** The store was restored to an earlier state while the work on an attempt went on. */
export class AttemptIncompleteError extends EspalierError {
  constructor({ run, problem, sample }: AttemptKey, lacking: string) {
    super(
      `${problem} (sample ${String(sample)}) of run ${run} names ${lacking} that the store does not hold`,
      {
        code: 'ATTEMPT_INCOMPLETE',
        remedy: `\`espalier run resume ${run}\` does it again from what is stored; what the journal has is not asked again`,
        fate: 'begins-anew',
      },
    );
  }
}

/** Checks that the store holds everything that a record names. @throws AttemptIncompleteError */
export async function requireWhole(
  { blobs, journal }: Pick<Store, 'blobs' | 'journal'>,
  attempt: AttemptKey,
  outcome: AttemptOutcome,
): Promise<void> {
  const row = workRow(outcome.kind);
  const texts = (await blobs.missing(row.texts(outcome))).length;
  const calls = (await journal.unanswered(row.calls(outcome))).length;
  if (texts === 0 && calls === 0) return;
  throw new AttemptIncompleteError(
    attempt,
    `${String(texts)} texts and ${String(calls)} answered model calls`,
  );
}
