import type { AttemptResult, RunRecord } from '../../core/ports/records';
import type { RunPlanPage, WorkPorts } from '../../core/ports/work';
import type { AttemptContexts } from './attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
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
        const known = await store.runs.attempt(attempt);
        if (known === null) await store.runs.beginAttempt(attempt, position);
        const result: AttemptResult = {
          status,
          outcome,
          graded: [],
          verdict: null,
          solved: false,
          cause: cause === null ? null : explained(cause, known?.waiting ?? null),
          provenance: null,
        };
        await store.runs.finishAttempt(attempt, result);
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

    storeText: ({ text }) => durable(store, null, () => new TextStore(store.blobs).keep(text)),
  };
}

/** The engine's word for having waited too long says nothing of what was waited for. */
function explained(cause: string, waiting: string | null): string {
  // Of what was tried so often and no more it is the last trouble itself.
  return waiting === null || cause.includes(waiting)
    ? cause
    : `${cause}; the last trouble: ${waiting}`;
}

/** Attempts in data-set order, then sample; a position is its place in that order. */
function planPage(
  { config }: RunRecord,
  done: ReadonlySet<number>,
  { from, size }: { readonly from: number; readonly size: number },
): RunPlanPage {
  const total = config.problems.length * config.samples;
  const attempts: { problem: string; sample: number; position: number }[] = [];
  let position = from;
  for (; position < total && attempts.length < size; position += 1) {
    const problem = config.problems[Math.floor(position / config.samples)];
    if (problem === undefined || done.has(position)) continue;
    attempts.push({ problem, sample: position % config.samples, position });
  }
  return { attempts, next: position < total ? position : null, total };
}
