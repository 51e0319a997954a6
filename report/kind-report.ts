import type { JsonValue } from '../core/values/canonical-json';
import type { AttemptRecord, AttemptResult, BlobStore, Store } from '../core/ports/records';
import type { AttemptOutcome, RunConfig } from '../core/schemas/run';
import type { KindTrace, TraceSources } from './export/kind-trace';
import type { LoadedAttempt } from './load-attempts';
import type { LoadedRun } from './load-run';

/** The row of one attempt in a file of an export. */
type FileRow = (store: Store, datasetSha256: string, attempt: AttemptRecord) => Promise<JsonValue>;

/** A row of a run's table. It is left out (null) of runs that it says nothing of. */
export interface RowKind {
  readonly label: string;
  readonly value: (run: LoadedRun) => string | null;
}

/** What may differ between runs of one kind. Reports on many runs say it only if it differs. */
export interface Particular {
  /** Among which runs it has to differ. */
  readonly among: 'runs' | 'runs of one method';
  /** Empty for runs of other kinds. */
  readonly say: (config: RunConfig) => string;
}

/** A difference between runs that changes what their figures mean. */
export interface KindDifference {
  /** What may differ; undefined for runs of other kinds. */
  readonly of: (config: RunConfig) => string | undefined;
  /** A sentence for runs that differ in it. */
  readonly note: string;
}

/** What tables, trees and exports say of an attempt that only its kind of work knows. */
export interface KindReport<Outcome extends AttemptOutcome> {
  /** Rows of a run's table about how the run is configured. Each is null for runs of other kinds. */
  readonly settings: readonly RowKind[];
  /** Rows of a run's table about what its attempts came to. Each is null for runs of other kinds. */
  readonly figures: readonly RowKind[];
  /** Rows of a comparison of runs. Each is null for runs of other kinds. */
  readonly comparison: readonly RowKind[];
  readonly differences: readonly KindDifference[];
  readonly particulars: readonly Particular[];
  /** Answers of calls that repair a program. */
  readonly repairs: string;
  /** What must be said beside the figures of a run. */
  statements(run: Pick<LoadedRun, 'record' | 'summary'>): readonly string[];
  /** Beside the status, in the first line of an attempt that has ended. */
  headFacts(result: AttemptResult<Outcome>): readonly string[];
  /** Below that line, in `run show RUN PROBLEM`. */
  lines(blobs: BlobStore, loaded: LoadedAttempt, outcome: Outcome): Promise<readonly string[]>;
  /** In `trace.jsonl`. */
  trace(sources: TraceSources, attempt: AttemptRecord, outcome: Outcome): Promise<KindTrace>;
  /** Files of an export beside `trace.jsonl` and `run.json`, which all have: a row for each completed attempt. */
  readonly files: { readonly [name: string]: FileRow };
}
