import type { CallDigest, EffortPath, Failure } from './attempt-figures';
import type { AttemptKey } from '../durable/attempt-key';
import type { BatchStore } from '../adapters/batch-store';
import type { DialogueStore } from './dialogue';
import type { EndpointNotes } from '../adapters/endpoint-notes';
import type { EnvironmentStore } from './environment';
import type { Journal } from '../adapters/journal';
import type { StatusPlace } from './status-place';
import type { SuiteName } from '../names/suites';
import type { AnswerOrigin, FinishReason, ModelExchange } from '../schemas/model';
import type { WorkflowBundle } from '../schemas/workflow-bundle';
import type {
  AttemptOutcome,
  AttemptStatus,
  AttemptSteering,
  CallPurpose,
  RunConfig,
  RunStatus,
} from '../schemas/run';
import type { RunSums } from './run-sums';
import type { DatasetProblem, HiddenCheck, Problem } from '../tasks/problem';
import type { ProblemLevel } from '../schemas/problem-level';
import type { ShownTests } from '../schemas/shown-tests';
import type { CheckResult, TestOutcome, VerdictKind } from '../schemas/verdict';

export type { AttemptKey };

/** Texts by sha256 (hex of the UTF-8 text), stored compressed. Writing an existing text costs nothing. */
export interface BlobStore {
  readonly put: (text: string) => Promise<string>;
  /** @throws BlobMissingError */
  readonly get: (sha256: string) => Promise<string>;
  /** The hashes among these that have no text. */
  readonly missing: (sha256s: readonly string[]) => Promise<readonly string[]>;
}

/** Data-set rows as they were when a run started. */
export interface ProblemStore {
  readonly save: (datasetSha256: string, rows: readonly DatasetProblem[]) => Promise<void>;
  readonly problem: (datasetSha256: string, id: string) => Promise<Problem>;
  /** Only for the grading activity: tests, and the reference. */
  readonly hidden: (datasetSha256: string, id: string) => Promise<HiddenCheck>;
}

/** Results of the sandbox by content: program, tests, limits, seed and the sandbox's fingerprint. */
export interface ExecutionCache {
  readonly find: (key: string) => Promise<CheckResult | null>;
  readonly save: (key: string, result: CheckResult) => Promise<void>;
}

export interface RunRecord {
  readonly id: string;
  readonly config: RunConfig;
  readonly status: RunStatus;
  /** Why the run is paused. */
  readonly reason: string | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  /** The code that last started its workflows. null: they never started, or it was before this was recorded. */
  readonly bundle: WorkflowBundle | null;
  /** Present address of its model, without credentials. null: the logical endpoint of its configuration. */
  readonly movedTo: string | null;
  /** Number of items at the same time, as last given. null: the last start was before this was recorded. */
  readonly concurrency: number | null;
  /** Number of programs of one problem at the same time, as last given. null: it was never given. */
  readonly parallel: number | null;
  /** Newest work on the run; only it may write to the run. null: no work was begun, or the store was restored since. */
  readonly generation: string | null;
}

/** The hidden verdict of one graded program of the attempt. */
export interface GradedProgram {
  readonly program: string;
  /** Verdict of all suites together: `passed` if each passes. */
  readonly outcome: TestOutcome;
  /** Verdicts of the suites in order, for a problem with several. */
  readonly suites?: readonly SuiteOutcome[] | undefined;
}

export interface SuiteOutcome {
  readonly name: SuiteName;
  readonly outcome: TestOutcome;
}

/** The record of an attempt that has ended. All tables and exports come from it. */
export interface AttemptResult<Outcome extends AttemptOutcome = AttemptOutcome> {
  readonly status: Exclude<AttemptStatus, 'running'>;
  readonly outcome: Outcome;
  /** By sha256 of the program; empty for `cancelled` and `unscored`. */
  readonly graded: readonly GradedProgram[];
  /** Hidden verdict of the answer. null: unscored, cancelled, or a kind of work without scores. */
  readonly verdict: VerdictKind | null;
  /** Always false, and meaningless, without a verdict. */
  readonly solved: boolean;
  /** Why the attempt is unscored. */
  readonly cause: string | null;
  readonly provenance: CheckResult['provenance'] | null;
  /** Level of its problem, and who determined it. Absent: it was not determined, or it was before there were levels. */
  readonly level?: ProblemLevel | undefined;
  /** Number of cells that were restarted during its hidden checks because a cell broke. Absent: some result does not say. */
  readonly freshCells?: number | undefined;
}

export interface AttemptRecord extends AttemptKey {
  /** Order in the data set, then sample. */
  readonly position: number;
  readonly status: AttemptStatus;
  readonly result: AttemptResult | null;
  /** Why the attempt waits for infrastructure. null: it does not wait. */
  readonly waiting: string | null;
}

/** An attempt that no command ever saw under way. */
export interface EndedAttempt extends AttemptKey {
  readonly position: number;
  readonly result: AttemptResult<Exclude<AttemptOutcome, { readonly kind: 'search' }>>;
}

export interface RunCounts {
  readonly total: number;
  readonly completed: number;
  /** 0 in kinds of work that are not scored. */
  readonly solved: number;
  readonly unscored: number;
  readonly cancelled: number;
}

/** One call as a run used it, for totals, `run show RUN PROBLEM` and `--calls`. */
export type CallRecord = CallPurpose & {
  readonly problem: string;
  readonly sample: number;
  readonly role: string;
  readonly identity: string;
  readonly repair: boolean;
  readonly state: 'sent' | 'answered';
  /** Whether a request of this run brought the answer. Otherwise it was read back. */
  readonly paidHere: boolean;
  /** Requests of this run, beyond the first request ever for the question, that the endpoint may have received. */
  readonly resends: number;
  /** The part of these that it certainly received. */
  readonly knownResends: number;
  readonly model: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  /** null: there is no answer yet, it was not streamed or has no token; absent: it is of before this was kept. */
  readonly firstTokenMs?: number | null | undefined;
  /** How the answer ended. null: the model has not answered yet. */
  readonly finishReason: FinishReason | null;
  readonly origin: AnswerOrigin | null;
  /** null: there is no answer yet, or it is of before this was kept. */
  readonly exchange: ModelExchange | null;
};

/** A page of a run: some attempts with their calls, both in order. */
export interface RunPage {
  readonly attempts: readonly AttemptRecord[];
  /** The calls of these attempts. Calls of attempts without a record are on the last page. */
  readonly calls: readonly CallRecord[];
}

/** Data of an attempt and its calls for tables of whole runs: JSON, a small part of the records, and nothing else. */
export interface AttemptDigest {
  /** As `tabledAttempt` leaves it. */
  readonly attempt: AttemptRecord;
  readonly calls: CallDigest;
  /** null: it is no search, or has no verdict. */
  readonly effort: EffortPath | null;
  /** null: it is solved. */
  readonly failure: Failure | null;
}

/** Some attempts of a run, with the data for tables, in the order of positions. */
export interface DigestPage {
  readonly attempts: readonly AttemptDigest[];
  /** Of calls of attempts that have no record; null: of none. */
  readonly unrecorded: CallDigest | null;
}

/** Sums over the calls of a run. Cheap enough to ask every second. */
export interface LiveCallTotals {
  readonly calls: number;
  /** HTTP requests beyond the first of each question that endpoints may have received: an upper bound for server logs. */
  readonly resends: number;
  /** The part of these that was certainly received. */
  readonly knownResends: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** null: some model of the run is not in the price table. */
  readonly costUsd: number | null;
}

export interface PaidDuplicates {
  readonly count: number;
  /** null: some price is unknown. */
  readonly costUsd: number | null;
}

export interface RunStore {
  /** Keeps an existing record. @param waits why the run is paused from the start. Absent: it counts as running */
  readonly createRun: (id: string, config: RunConfig, waits?: string) => Promise<RunRecord>;
  /** The engine works on the run. A run that had not begun counts as running; statuses set by its work are kept. */
  readonly runHasBegun: (id: string) => Promise<void>;
  readonly run: (id: string) => Promise<RunRecord | null>;
  readonly runs: () => Promise<readonly RunRecord[]>;
  /** The runs among these that are under way or wait. */
  readonly unfinishedRuns: () => Promise<readonly RunRecord[]>;
  /**
   * @param told place of the status among those of the work. A late status, of an earlier generation or place, changes
   * nothing. Absent: the caller begins or ends the work
   */
  readonly setRunStatus: (
    id: string,
    status: RunStatus,
    reason: string | null,
    told?: StatusPlace,
  ) => Promise<void>;
  /** New work on the run begins, or its work was ended from outside. From now on earlier work may write nothing. */
  readonly beginGeneration: (id: string) => Promise<string>;
  readonly setRunBundle: (id: string, bundle: WorkflowBundle) => Promise<void>;
  /** @param address without credentials; null: back to where it was started */
  readonly moveRun: (id: string, address: string | null) => Promise<void>;
  /** The same as in the record, and cheap enough for every call. null also if it is not a run. */
  readonly movedTo: (id: string) => Promise<string | null>;
  readonly setRunConcurrency: (id: string, concurrency: number) => Promise<void>;
  readonly setRunParallel: (id: string, parallel: number) => Promise<void>;

  /**
   * Creates the record or resets it to `running` (an unscored or cancelled attempt is retried). A completed record is kept,
   * and so is a record that the same generation has begun.
   * @throws WorkSupersededError, like every write to an attempt, when its generation is not the generation of the run
   */
  readonly beginAttempt: (key: AttemptKey, position: number) => Promise<AttemptRecord>;
  readonly finishAttempt: (key: AttemptKey, result: AttemptResult) => Promise<void>;
  /** Records attempts that begin and end at once, in one transaction; completed ones stay. Not for searches (node rows). */
  readonly recordAttempts: (ended: readonly EndedAttempt[]) => Promise<void>;
  readonly setWaiting: (key: AttemptKey, why: string | null) => Promise<void>;
  readonly attempt: (key: AttemptKey) => Promise<AttemptRecord | null>;
  /** Attempts without results, by position; cheap for thousands. @param range from `from` on, before `to`. Default: all */
  readonly attemptStatuses: (
    run: string,
    range?: { readonly from: number; readonly to: number },
  ) => Promise<readonly { readonly position: number; readonly status: AttemptStatus }[]>;
  /** All attempts at once, in the order of positions: for a problem, or for a run that is known to be small. */
  readonly attempts: (run: string, problem?: string) => Promise<readonly AttemptRecord[]>;
  /** Attempts under way, in the order of positions. */
  readonly runningAttempts: (run: string) => Promise<readonly AttemptKey[]>;
  /** Reads a run of any size page by page, in the order of positions. Each page is a consistent snapshot. */
  readonly pages: (run: string) => AsyncIterable<RunPage>;
  /**
   * The same with only the data for tables, which costs a fraction.
   * @param callsOf which calls of these attempts count, if not all. Then everything is read, and calls of attempts without a
   * record are left out
   */
  readonly digests: (
    run: string,
    callsOf?: (page: RunPage) => readonly CallRecord[],
  ) => AsyncIterable<DigestPage>;
  /** Sums of all attempts, however many, with the calls of attempts without a record. */
  readonly sums: (run: string) => Promise<RunSums>;
  readonly counts: (run: string) => Promise<RunCounts>;

  /** Stores the first value for a problem in a run. Returns the stored value, which may be that of an earlier call. */
  readonly keepShownTests: (
    key: Pick<AttemptKey, 'run' | 'problem'>,
    shown: ShownTests,
  ) => Promise<ShownTests>;
  /** null: no value is stored, and all tests are shown. */
  readonly shownTests: (key: Pick<AttemptKey, 'run' | 'problem'>) => Promise<ShownTests | null>;
  /** By problem. */
  readonly allShownTests: (run: string) => Promise<ReadonlyMap<string, ShownTests>>;

  /** Names of sources, and ids of source rows, whose dialogues exports of the run leave out from now on. Safe to repeat. */
  readonly removeFromDataset: (run: string, names: readonly string[]) => Promise<void>;
  readonly returnToDataset: (run: string, names: readonly string[]) => Promise<void>;
  /** In order of the names. */
  readonly datasetRemovals: (run: string) => Promise<readonly string[]>;

  readonly addSteering: (key: AttemptKey, entry: AttemptSteering) => Promise<void>;
  /** In order of place, then of arrival. */
  readonly steering: (key: AttemptKey) => Promise<readonly AttemptSteering[]>;

  /** Number of running attempts that wait for infrastructure, and one of the reasons. */
  readonly waitingAttempts: (
    run: string,
  ) => Promise<{ readonly count: number; readonly why: string } | null>;
  /** Answers paid in addition to those that count: a slow first sender and its successor both got one. */
  readonly paidDuplicates: (run: string) => Promise<PaidDuplicates>;
  readonly callTotals: (run: string) => Promise<LiveCallTotals>;
  /** In order of attempt position, node ordinal (root first), then of use. */
  readonly calls: (run: string, problem?: string) => Promise<readonly CallRecord[]>;
  /** One journal row in full: request and answer as JSON values. */
  readonly callInFull: (identity: string) => Promise<{ request: unknown; answer: unknown } | null>;
}

export interface Store {
  readonly blobs: BlobStore;
  readonly problems: ProblemStore;
  readonly executions: ExecutionCache;
  readonly journal: Journal;
  readonly runs: RunStore;
  readonly dialogues: DialogueStore;
  readonly environments: EnvironmentStore;
  readonly endpoints: EndpointNotes;
  readonly batches: BatchStore;
  readonly close: () => Promise<void>;
}
