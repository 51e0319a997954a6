import type { Failure } from '../core/ports/attempt-figures';
import { UsageError } from '../core/errors';
import { callFigures } from '../core/metrics/call-figures';
import type { CallFigures } from '../core/metrics/call-figures';
import { effortCurves } from '../core/metrics/effort-curve';
import type { EffortCurves } from '../core/metrics/effort-curve';
import { summariseRun } from '../core/metrics/run-summary';
import type { RunSummary } from '../core/metrics/run-summary';
import type { UnusableTotals } from '../core/ports/endpoint-notes';
import type {
  AttemptRecord,
  CallRecord,
  PaidDuplicates,
  RunPage,
  RunRecord,
  Store,
} from '../core/ports/records';
import type { ShownTests } from '../core/schemas/shown-tests';
import { findFailures } from './find-failures';
import { terminalLine } from './terminal-safe';

/** What a run's records say, read once and page by page; every table is computed from this alone. */
export interface LoadedRun {
  readonly record: RunRecord;
  /** As `tabledAttempt` leaves them; in data-set order, then by sample. */
  readonly attempts: readonly AttemptRecord[];
  readonly calls: CallFigures;
  readonly effort: EffortCurves;
  readonly summary: RunSummary;
  readonly duplicates: PaidDuplicates;
  /** Answers that nobody could use. */
  readonly unusable: UnusableTotals;
  /** Attempts that are not solved, and why; none of a kind of work that is not scored. */
  readonly failures: readonly Failure[];
  /** By problem: which visible tests are shown, of those that have begun. */
  readonly shown: ReadonlyMap<string, ShownTests>;
  /** When the first of what waits is tried again, ms since 1970; null: nothing waits. Absent: the engine was not asked. */
  readonly nextTryMs?: number | null | undefined;
}

/** What the store says of a run itself. @throws UsageError (`RUN_UNKNOWN`) when it has no such run. */
export async function findRun(store: Store, id: string): Promise<RunRecord> {
  const record = await store.runs.run(id);
  if (record !== null) return record;
  throw new UsageError(
    `no run ${terminalLine(id)} in the store`,
    'Run `espalier run list` to see the ids',
    { code: 'RUN_UNKNOWN' },
  );
}

/** One after the other: each is read page by page. @throws as `loadRun` */
export async function loadRuns(
  store: Store,
  ids: readonly string[],
): Promise<readonly LoadedRun[]> {
  const runs: LoadedRun[] = [];
  for (const id of ids) runs.push(await loadRun(store, id));
  return runs;
}

/**
 * @param callsOf which of a page's calls count; default: all
 * @throws UsageError (`RUN_UNKNOWN`) when the store has no such run
 */
export async function loadRun(
  store: Store,
  id: string,
  callsOf?: (page: RunPage) => readonly CallRecord[],
): Promise<LoadedRun> {
  const record = await findRun(store, id);
  const { config } = record;
  const attempts: AttemptRecord[] = [];
  const [calls, effort, failures] = [
    callFigures(config.model),
    effortCurves(),
    findFailures(config),
  ];
  for await (const page of store.runs.digests(id, callsOf)) {
    for (const digest of page.attempts) {
      calls.add(digest.calls);
      if (digest.effort !== null) effort.add(digest.effort);
      failures.add(digest);
      attempts.push(digest.attempt);
    }
    if (page.unrecorded !== null) calls.add(page.unrecorded);
  }
  const figures = calls.result();
  return {
    record,
    attempts,
    calls: figures,
    effort: effort.result(),
    summary: summariseRun({ config, attempts, calls: figures }),
    duplicates: await store.runs.paidDuplicates(id),
    unusable: await store.endpoints.unusableTotals(id),
    failures: failures.result(),
    shown: await store.runs.allShownTests(id),
  };
}
