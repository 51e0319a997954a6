import type { AttemptKey, AttemptResult, RunRecord, Store } from '../../core/ports/records';
import type { RunPlanPage, WorkPorts } from '../../core/ports/work';
import type { WorkKind } from '../../core/schemas/run';
import { workRow } from '../../core/work/kinds';
import { itemAttempts, itemEnd, plannedAttempts } from '../../core/work/planned-attempts';
import type { PlannedAttempt } from '../../core/work/planned-attempts';
import type { AttemptContexts } from './attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
import { closedItems } from './closed-items';
import { durable } from './durable';
import { TextStore } from './text-store';

/** What every kind of work needs recorded and read. */
export function createWorkActivities(
  { store }: ActivityDependencies,
  contexts: AttemptContexts,
): WorkPorts {
  return {
    recordUngraded: ({ attempt, position, outcome, status, cause }) =>
      durable(store, attempt, async () => {
        for (const one of await itemOf(store, attempt, { position, kind: outcome.kind })) {
          const known = await store.runs.attempt(one.attempt);
          if (known?.status === 'completed') continue;
          if (known === null) await store.runs.beginAttempt(one.attempt, one.position);
          const result: AttemptResult = {
            status,
            outcome,
            graded: [],
            verdict: null,
            solved: false,
            cause: cause === null ? null : explained(cause, known?.waiting ?? null),
            provenance: null,
          };
          await store.runs.finishAttempt(one.attempt, result);
        }
        return { status, solved: false };
      }),

    loadPlan: ({ run, from, size }) =>
      durable(store, null, async () => {
        const record = await contexts.run(run);
        const done = new Set(
          (await store.runs.attemptStatuses(run))
            .filter(({ status }) => status === 'completed')
            .map(({ position }) => position),
        );
        return planPage(record, done, { from, size });
      }),

    setRunStatus: ({ run, status, reason }) =>
      durable(store, null, () => store.runs.setRunStatus(run, status, reason)),

    closedItems: (input) => durable(store, null, () => closedItems(input)),

    storeText: ({ text }) => durable(store, null, () => new TextStore(store.blobs).keep(text)),
  };
}

/** Every attempt of an item. */
async function itemOf(
  store: Store,
  attempt: AttemptKey,
  { position, kind }: { readonly position: number; readonly kind: WorkKind },
): Promise<readonly PlannedAttempt[]> {
  const run = workRow(kind).together === 1 ? null : await store.runs.run(attempt.run);
  return run === null ? [{ attempt, position }] : itemAttempts(run, position);
}

/** The engine's word for having waited too long says nothing of what was waited for. */
function explained(cause: string, waiting: string | null): string {
  // Of what was tried so often and no more it is the last trouble itself.
  return waiting === null || cause.includes(waiting)
    ? cause
    : `${cause}; the last trouble: ${waiting}`;
}

/** Items in data-set order, then sample, each by the first of its attempts that is not done; a position is an attempt's place in that order. */
function planPage(
  { config }: RunRecord,
  done: ReadonlySet<number>,
  { from, size }: { readonly from: number; readonly size: number },
): RunPlanPage {
  const planned = plannedAttempts(config);
  const total = planned.length;
  const attempts: RunPlanPage['attempts'][number][] = [];
  let position = from;
  while (position < total && attempts.length < size) {
    const first = planned[position];
    if (first === undefined || done.has(position)) position += 1;
    else {
      attempts.push({ ...first, position });
      position = itemEnd(config, position);
    }
  }
  return { attempts, next: position < total ? position : null, total };
}
