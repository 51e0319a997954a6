import type { JsonValue } from '../core/values/canonical-json';
import type { OfKind } from '../core/kinds/of-kind';
import type { RunSummary } from '../core/metrics/run-summary';
import type {
  AttemptRecord,
  AttemptResult,
  BlobStore,
  RunRecord,
  Store,
} from '../core/ports/records';
import type { AttemptOutcome, RunConfig, WorkKind } from '../core/schemas/run';
import type { KindTrace, TraceSources } from './export/kind-trace';
import type { FileContent } from './export/write-directory';
import type { LoadedAttempt } from './load-attempts';
import type { LoadedRun } from './load-run';

/** The row of one attempt in a file of an export. */
type FileRow = (store: Store, datasetSha256: string, attempt: AttemptRecord) => Promise<JsonValue>;

/** A row of a run's table. It is left out (null) of runs that it says nothing of. */
export interface RowKind {
  readonly label: string;
  readonly value: (run: LoadedRun) => string | null;
}

/** A row that only runs of one kind have. */
export interface OwnRow<Config = RunConfig> {
  readonly label: string;
  value(config: Config, run: LoadedRun): string | null;
}

/** What may differ between runs of one kind. Reports on many runs say it only if it differs. */
export interface Particular<Config = RunConfig> {
  /** Among which runs it has to differ. */
  readonly among: 'runs' | 'runs of one method';
  say(config: Config): string;
}

/** A difference between runs that changes what their figures mean. */
export interface KindDifference<Config = RunConfig> {
  /** What may differ. */
  of(config: Config): string;
  /** A sentence for runs that differ in it. */
  readonly note: string;
}

/** What tables, trees and exports say that only a kind of work knows. All of it is asked only for runs of the kind. */
export interface KindReport<
  Kind extends WorkKind = WorkKind,
  Config = OfKind<RunConfig, Kind>,
  Outcome extends AttemptOutcome = OfKind<AttemptOutcome, Kind>,
> {
  readonly settings: readonly OwnRow<Config>[];
  /** Rows of a run's table about what its attempts came to. */
  readonly figures: readonly OwnRow<Config>[];
  /** Rows of a comparison of runs. */
  readonly comparison: readonly OwnRow<Config>[];
  readonly differences: readonly KindDifference<Config>[];
  readonly particulars: readonly Particular<Config>[];
  /** Depth and width of its trees. Empty: it has no trees. */
  shape(config: Config): readonly number[];
  /** Answers of calls that repair a program. */
  readonly repairs: string;
  /** What must be said beside the figures of a run. */
  statements(config: Config, summary: RunSummary): readonly string[];
  /** Beside the status, in the first line of an attempt that has ended. */
  headFacts(result: AttemptResult<Outcome>): readonly string[];
  /** Below that line, in `run show RUN PROBLEM`. */
  lines(blobs: BlobStore, loaded: LoadedAttempt, outcome: Outcome): Promise<readonly string[]>;
  /** In `trace.jsonl`. */
  trace(sources: TraceSources, attempt: AttemptRecord, outcome: Outcome): Promise<KindTrace>;
  /** Files of an export beside `trace.jsonl` and `run.json`, which all have: a row for each completed attempt. */
  readonly files: { readonly [name: string]: FileRow };
  /** Further files of an export, made of the whole run. Their names may lead into folders. */
  runFiles(
    store: Store,
    run: RunRecord,
    isWanted: (attempt: AttemptRecord) => boolean,
  ): Promise<readonly (readonly [name: string, content: FileContent])[]>;
}
