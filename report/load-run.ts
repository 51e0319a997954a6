import type { StoredBatch } from '../core/adapters/batch-store';
import { UsageError } from '../core/errors/errors';
import { callFigures } from '../core/metrics/call-figures';
import type { CallFigures } from '../core/metrics/call-figures';
import { effortCurves } from '../core/metrics/effort-curve';
import type { EffortCurves } from '../core/metrics/effort-curve';
import { digestSums, noSums, runSums } from '../core/metrics/run-sums';
import { summariseRun } from '../core/metrics/run-summary';
import type { RunSummary } from '../core/metrics/run-summary';
import type { Failure } from '../core/ports/attempt-figures';
import type { UnusableTotals } from '../core/adapters/endpoint-notes';
import type {
  AttemptRecord,
  CallRecord,
  PaidDuplicates,
  RunPage,
  RunRecord,
  Store,
} from '../core/ports/records';
import type { AttemptSums, RunSums } from '../core/ports/run-sums';
import type { ShownTests } from '../core/schemas/shown-tests';
import { findFailures } from './find-failures';
import { terminalLine } from './terminal-safe';

/** What tables say of a run, however large it is: its sums, and what is found from them. */
export interface LoadedRun {
  readonly record: RunRecord;
  readonly sums: AttemptSums;
  readonly calls: CallFigures;
  readonly summary: RunSummary;
  readonly duplicates: PaidDuplicates;
  /** Answers that nobody could use. */
  readonly unusable: UnusableTotals;
  /** By problem: which visible tests are shown, of those that have begun. */
  readonly shown: ReadonlyMap<string, ShownTests>;
  /** Requests that went through a batch API. Absent: none. */
  readonly batches?: readonly StoredBatch[];
  /** When the first of what waits is tried again, ms since 1970; null: nothing waits. Absent: the engine was not asked. */
  readonly nextTryMs?: number | null | undefined;
  /** Phases of attempts in progress by the ids of their workflows; null: the engine does not answer. Absent: it was not asked. */
  readonly phases?: ReadonlyMap<string, string> | null | undefined;
}

/** The same with its attempts one by one, as far as tables tell of them. */
export interface WholeRun extends LoadedRun {
  /** As `tabledAttempt` leaves them; in data-set order, then by sample. */
  readonly attempts: readonly AttemptRecord[];
  readonly effort: EffortCurves;
  /** Attempts that are not solved, and why; none of a kind of work that is not scored. */
  readonly failures: readonly Failure[];
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

/** One after the other. @throws as `loadRun` */
export async function loadRuns(
  store: Store,
  ids: readonly string[],
): Promise<readonly LoadedRun[]> {
  const runs: LoadedRun[] = [];
  for (const id of ids) runs.push(await loadRun(store, id));
  return runs;
}

/** @throws UsageError (`RUN_UNKNOWN`) when the store has no such run */
export async function loadRun(store: Store, id: string): Promise<LoadedRun> {
  return loadedRun(store, await findRun(store, id), await store.runs.sums(id));
}

/** One after the other: each is read page by page. @throws as `loadRun` */
export async function loadWholeRuns(
  store: Store,
  ids: readonly string[],
): Promise<readonly WholeRun[]> {
  const runs: WholeRun[] = [];
  for (const id of ids) runs.push(await loadWholeRun(store, id));
  return runs;
}

/** Loads a run; `callsOf` defaults to all calls of a page. @throws UsageError (`RUN_UNKNOWN`) if the store has no such run */
export async function loadWholeRun(
  store: Store,
  id: string,
  callsOf?: (page: RunPage) => readonly CallRecord[],
): Promise<WholeRun> {
  const record = await findRun(store, id);
  const attempts: AttemptRecord[] = [];
  const [sums, effort, failures] = [runSums(), effortCurves(), findFailures(record.config)];
  for await (const page of store.runs.digests(id, callsOf)) {
    for (const digest of page.attempts) {
      sums.add(digestSums(digest));
      if (digest.effort !== null) effort.add(digest.effort);
      failures.add(digest);
      attempts.push(digest.attempt);
    }
    if (page.unrecorded !== null) sums.add({ ...noSums, calls: page.unrecorded });
  }
  return {
    ...(await loadedRun(store, record, sums.result())),
    attempts,
    effort: effort.result(),
    failures: failures.result(),
  };
}

async function loadedRun(store: Store, record: RunRecord, sums: RunSums): Promise<LoadedRun> {
  const { id, config } = record;
  const calls = callFigures(config.model, sums.calls);
  return {
    record,
    sums: sums.attempts,
    calls,
    summary: summariseRun({ config, attempts: sums.attempts, calls }),
    duplicates: await store.runs.paidDuplicates(id),
    unusable: await store.endpoints.unusableTotals(id),
    shown: await store.runs.allShownTests(id),
    ...(config.kind === 'dataset' ? { batches: await store.batches.ofRun(id) } : {}),
  };
}
