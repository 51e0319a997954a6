import { setImmediate as othersTurn } from 'node:timers/promises';

import type { AttemptKey, AttemptResult, Store } from '../../core/ports/records';
import type { RunPlanPage, WorkPorts } from '../../core/ports/work';
import type { AttemptOutcome, RunConfig } from '../../core/schemas/run';
import { workRow } from '../../core/kinds/kinds';
import { attemptCount, itemAttempts, openItems } from '../../core/work/planned-attempts';
import type { PlannedAttempt, PositionRange } from '../../core/work/planned-attempts';
import type { AttemptContexts } from './attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
import { closedItems } from './closed-items';
import { durable } from './durable';
import { AttemptIncompleteError, requireWhole } from './require-whole';
import { TextStore } from './text-store';

export function createWorkActivities(
  { store }: ActivityDependencies,
  contexts: AttemptContexts,
): WorkPorts {
  return {
    recordUngraded: ({ attempt, position, outcome, status, cause }) =>
      durable(store, attempt, async () => {
        const found = await asFarAsStored(store, attempt, outcome);
        for (const one of await itemOf(store, attempt, position)) {
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
        // A run is completed when the store says so.
        return store.runs.setRunStatus(run, 'paused', lacksRecords(run, left), told);
      }),

    closedItems: (input) => durable(store, null, () => closedItems(input)),

    storeText: ({ text }) => durable(store, null, () => new TextStore(store.blobs).keep(text)),
  };
}

/** With its outcome so far if the store holds all its parts, else as if it never began. */
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

/** Number of attempts of a run that have no end in the store. */
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

async function itemOf(
  store: Store,
  attempt: AttemptKey,
  position: number,
): Promise<readonly PlannedAttempt[]> {
  const run = await store.runs.run(attempt.run);
  if (run === null) return [{ attempt, position }];
  return itemAttempts(run, position, attempt.generation);
}

/** The timeout message of the engine does not name the thing that was waited for. */
function explained(cause: string, waiting: string | null): string {
  // An activity whose retries are used up has the last error as its cause.
  return waiting === null || cause.includes(waiting)
    ? cause
    : `${cause}; the last trouble: ${waiting}`;
}

/**
 * A page of unfinished items, in data-set order, then by attempt. Each item is named by its first attempt that is not done.
 * The page is full unless it is the last. Positions are read in stretches of the size of the page.
 */
async function planPage(
  store: Store,
  { run, config }: { readonly run: string; readonly config: RunConfig },
  { from, size }: { readonly from: number; readonly size: number },
): Promise<RunPlanPage> {
  const total = attemptCount(config);
  const stretch = size * workRow(config.kind).together(config);
  const attempts: RunPlanPage['attempts'][number][] = [];
  let position = from;
  while (position < total && attempts.length < size) {
    const range = { from: position, to: Math.min(total, position + stretch) };
    const done = await completedAt(store, run, range);
    const { items, next } = openItems(config, { ...range, done, most: size - attempts.length });
    attempts.push(...items);
    position = next;
    // After 99,000 finished attempts there are many stretches, so other activities of the worker get turns between them.
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
