import type { RunRecord, Store } from '../../core/ports/records';
import { loadWholeRun } from '../../report/load-run';
import type { WholeRun } from '../../report/load-run';
import type { PlannedRun } from '../planning/plan-run';
import type { StartedRun } from '../runs/start-run';
import type { WatchEnd } from '../runs/watch-run';
import type { Services } from '../services/ensure-services';

/** Where in a sweep a run stands. */
export interface SweepPlace {
  readonly run: string;
  /** From 1. */
  readonly number: number;
  readonly total: number;
}

/** What whoever asked for a sweep does about each of its runs. */
export interface SweepSteps {
  /** Told of each run before it is started. */
  readonly onRun: (place: SweepPlace, plan: PlannedRun) => void;
  /** Starts a run, attaches to it, or leaves it when it has ended: `startRun`. */
  readonly start: (plan: PlannedRun) => Promise<StartedRun>;
  /** Stays until the run has ended, waits for a person, or is left: `watchRun`. */
  readonly follow: (record: RunRecord, services: Services) => Promise<WatchEnd>;
}

/** What a sweep has come to. */
export interface SweptRuns {
  /** Why it stopped: `ended` after its last run. */
  readonly end: WatchEnd;
  /** Those that were begun, in the order of the plan. */
  readonly runs: readonly WholeRun[];
}

/** Nothing of the sweep is stored: asked again, it skips ended runs, attaches to the running one and starts the rest. */
export async function runSweep(
  store: Store,
  plans: readonly PlannedRun[],
  { onRun, start, follow }: SweepSteps,
): Promise<SweptRuns> {
  const runs: WholeRun[] = [];
  for (const [at, plan] of plans.entries()) {
    onRun({ run: plan.id, number: at + 1, total: plans.length }, plan);
    const end = await carryOut(await start(plan), follow);
    runs.push(await loadWholeRun(store, plan.id));
    if (end.kind !== 'ended') return { end, runs };
  }
  return { end: { kind: 'ended' }, runs };
}

async function carryOut(
  { record, services }: StartedRun,
  follow: SweepSteps['follow'],
): Promise<WatchEnd> {
  if (services === null) return { kind: 'ended' };
  try {
    return await follow(record, services);
  } finally {
    await services.disconnect();
  }
}
