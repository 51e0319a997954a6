import { setImmediate as othersTurn } from 'node:timers/promises';

import { nextStep } from '../../core/code-feedback/next-step';
import { itemAttempts, itemEnd } from '../../core/work/planned-attempts';
import type { AttemptKey, EndedAttempt, Store } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import { resultOfRow } from './finish-row';
import type { RowContexts } from './row-contexts';

/**
 * Finishes rows that need no model and no execution, from this one to the end of its item, and records them in one transaction. Rows
 * that are finished stay as they are.
 */
export async function finishAtOnce(
  { store, rows }: { readonly store: Store; readonly rows: RowContexts },
  attempt: AttemptKey,
  from: number,
): Promise<AttemptSummary> {
  const { config } = await rows.of(attempt, from);
  const range = { from, to: itemEnd(config, from) };
  const done = new Set<number>();
  for (const { position, status } of await store.runs.attemptStatuses(attempt.run, range)) {
    if (status === 'completed') done.add(position);
  }
  const ended: EndedAttempt[] = [];
  const item = itemAttempts({ id: attempt.run, config }, from, attempt.generation);
  for (const { attempt: key, position } of item) {
    if (done.has(position)) continue;
    const row = await rows.of(key, position);
    const step = nextStep(await rows.planOf(row), []);
    if (step.kind !== 'end') throw new Error(`row ${row.planned.row.id} does not end at once`);
    const result = await resultOfRow({ store, rows }, { row, done: [], end: step.end });
    ended.push({ ...key, position, result });
    // The gates of many rows would keep other activities and heartbeats from their turns.
    await othersTurn();
  }
  await store.runs.recordAttempts(ended);
  return { status: 'completed', solved: false };
}
