import { setImmediate as othersTurn } from 'node:timers/promises';

import { nextStep } from '../../core/code-feedback/next-step';
import { itemAttempts } from '../../core/work/planned-attempts';
import type { AttemptKey, Store } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import { finishRow } from './finish-row';
import type { RowContexts } from './row-contexts';

/** Finishes rows that need no model and no execution: from this one to the end of its item. Rows that are finished stay as they are. */
export async function finishAtOnce(
  { store, rows }: { readonly store: Store; readonly rows: RowContexts },
  attempt: AttemptKey,
  position: number,
): Promise<AttemptSummary> {
  const { config } = await rows.of(attempt, position);
  const run = { id: attempt.run, config };
  for (const one of itemAttempts(run, position, attempt.generation)) {
    const { status } = await store.runs.beginAttempt(one.attempt, one.position);
    if (status === 'completed') continue;
    const row = await rows.of(one.attempt, one.position);
    const step = nextStep(await rows.planOf(row), []);
    if (step.kind !== 'end') throw new Error(`row ${row.planned.row.id} does not end at once`);
    await finishRow({ store, rows }, { attempt: one.attempt, row, done: [], end: step.end });
    await othersTurn();
  }
  return { status: 'completed', solved: false };
}
