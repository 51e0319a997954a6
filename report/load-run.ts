import { UsageError } from '../core/errors';
import { summariseRun } from '../core/metrics/run-summary';
import type { RunSummary } from '../core/metrics/run-summary';
import type { UnusableTotals } from '../core/ports/endpoint-notes';
import type {
  AttemptRecord,
  CallRecord,
  PaidDuplicates,
  RunRecord,
  Store,
} from '../core/ports/records';
import type { ShownTests } from '../core/schemas/shown-tests';
import { loadFailures } from './load-failures';
import type { Failure } from './load-failures';
import { terminalLine } from './terminal-safe';

/** A run's records, read once; every table is computed from this alone. */
export interface LoadedRun {
  readonly record: RunRecord;
  /** In data-set order, then by sample. */
  readonly attempts: readonly AttemptRecord[];
  readonly calls: readonly CallRecord[];
  readonly summary: RunSummary;
  readonly duplicates: PaidDuplicates;
  /** Answers that nobody could use. */
  readonly unusable: UnusableTotals;
  /** Attempts that are not solved, and why; none of a kind of work that is not scored. */
  readonly failures: readonly Failure[];
  /** By problem: which visible tests are shown, of those that have begun. */
  readonly shown: ReadonlyMap<string, ShownTests>;
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

/** @throws UsageError (`RUN_UNKNOWN`) when the store has no such run. */
export async function loadRun(store: Store, id: string): Promise<LoadedRun> {
  const record = await findRun(store, id);
  const [attempts, calls, duplicates, unusable, shown] = await Promise.all([
    store.runs.attempts(id),
    store.runs.calls(id),
    store.runs.paidDuplicates(id),
    store.endpoints.unusableTotals(id),
    store.runs.allShownTests(id),
  ]);
  const { config } = record;
  const summary = summariseRun({ config, attempts, calls });
  const failures = await loadFailures(store, { record, attempts, calls });
  return { record, attempts, calls, summary, duplicates, unusable, failures, shown };
}
