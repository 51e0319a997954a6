import { setImmediate as othersTurn } from 'node:timers/promises';

import type { AttemptKey, AttemptResult, Store } from '../../core/ports/records';
import type { RunPlanPage, WorkPorts } from '../../core/ports/work';
import type { AttemptOutcome, RunConfig, WorkKind } from '../../core/schemas/run';
import { workRow } from '../../core/kinds/kinds';
import { attemptCount, itemAttempts, openItems } from '../../core/work/planned-attempts';
import type { PlannedAttempt, PositionRange } from '../../core/work/planned-attempts';
import type { AttemptContexts } from './attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
import { closedItems } from './closed-items';
import { durable } from './durable';
import { AttemptIncompleteError, requireWhole } from './require-whole';
import { TextStore } from './text-store';

/** What every kind of work needs recorded and read. */
export function createWorkActivities(
  { store }: ActivityDependencies,
  contexts: AttemptContexts,
): WorkPorts {
  return {
    recordUngraded: ({ attempt, position, outcome, status, cause }) =>
      durable(store, attempt, async () => {
        const found = await asFarAsStored(store, attempt, outcome);
        for (const one of await itemOf(store, attempt, { position, kind: outcome.kind })) {
          const known = await store.runs.attempt(one.attempt);
          if (known?.status === 'completed') continue;
          if (known === null) await store.runs.beginAttempt(one.attempt, one.position);
          const result: AttemptResult = {
            status,
            outcome: found,
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
        const { config } = await contexts.run(run);
        return planPage(store, { run, config }, { from, size });
      }),

    setRunStatus: ({ run, status, reason, told }) =>
      durable(store, null, async () => {
        const left = status === 'completed' ? await unrecorded(store, run) : 0;
        if (left === 0) return store.runs.setRunStatus(run, status, reason, told);
        // A completed run is one whose store says so.
        return store.runs.setRunStatus(run, 'paused', lacksRecords(run, left), told);
      }),

    closedItems: (input) => durable(store, null, () => closedItems(input)),

    storeText: ({ text }) => durable(store, null, () => new TextStore(store.blobs).keep(text)),
  };
}

/** Of an attempt without a verdict what was found is kept where the store holds it; else, as of one that never began. */
async function asFarAsStored(
  store: Store,
  attempt: AttemptKey,
  outcome: AttemptOutcome,
): Promise<AttemptOutcome> {
  try {
    await requireWhole(store, attempt, outcome);
    return outcome;
  } catch (error) {
    if (error instanceof AttemptIncompleteError) return workRow(outcome.kind).noOutcome;
    throw error;
  }
}

/** Attempts of a run that have no end in the store. */
async function unrecorded(store: Store, run: string): Promise<number> {
  const { total, completed, unscored, cancelled } = await store.runs.counts(run);
  return total - completed - unscored - cancelled;
}

function lacksRecords(run: string, left: number): string {
  return (
    `${String(left)} attempts were worked on and have no record: the store could not be written to, or was put back to ` +
    `an earlier state. \`espalier run resume ${run}\` goes on with them`
  );
}

/** Every attempt of an item. */
async function itemOf(
  store: Store,
  attempt: AttemptKey,
  { position, kind }: { readonly position: number; readonly kind: WorkKind },
): Promise<readonly PlannedAttempt[]> {
  const run = workRow(kind).together === 1 ? null : await store.runs.run(attempt.run);
  if (run === null) return [{ attempt, position }];
  return itemAttempts(run, position, attempt.generation);
}

/** The engine's word for having waited too long says nothing of what was waited for. */
function explained(cause: string, waiting: string | null): string {
  // Of what was tried so often and no more it is the last trouble itself.
  return waiting === null || cause.includes(waiting)
    ? cause
    : `${cause}; the last trouble: ${waiting}`;
}

/**
 * Items in data-set order, then sample, each by the first of its attempts that is not done; a position is an attempt's place in that order.
 * It is full, or the last one, whatever is done already; looked at are as many positions at a time as it may hold.
 */
async function planPage(
  store: Store,
  { run, config }: { readonly run: string; readonly config: RunConfig },
  { from, size }: { readonly from: number; readonly size: number },
): Promise<RunPlanPage> {
  const total = attemptCount(config);
  const stretch = size * workRow(config.kind).together;
  const attempts: RunPlanPage['attempts'][number][] = [];
  let position = from;
  while (position < total && attempts.length < size) {
    const range = { from: position, to: Math.min(total, position + stretch) };
    const done = await completedAt(store, run, range);
    const { items, next } = openItems(config, { ...range, done, most: size - attempts.length });
    attempts.push(...items);
    position = next;
    // Behind 99,000 attempts that are done are many stretches: other activities of the worker have their turns between them.
    await othersTurn();
  }
  return { attempts, next: position < total ? position : null, total };
}

async function completedAt(
  store: Store,
  run: string,
  range: PositionRange,
): Promise<ReadonlySet<number>> {
  const statuses = await store.runs.attemptStatuses(run, range);
  return new Set(
    statuses.filter(({ status }) => status === 'completed').map(({ position }) => position),
  );
}
