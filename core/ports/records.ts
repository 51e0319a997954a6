import type { CallDigest, EffortPath, Failure } from './attempt-figures';
import type { AttemptKey } from '../durable/attempt-key';
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

/** Contents by sha256 (hex of the UTF-8 text), compressed at rest. Writing what is there already is free. */
export interface BlobStore {
  readonly put: (text: string) => Promise<string>;
  /** @throws BlobMissingError */
  readonly get: (sha256: string) => Promise<string>;
  /** Of these, the ones under which nothing is stored. */
  readonly missing: (sha256s: readonly string[]) => Promise<readonly string[]>;
}

/** Data-set rows as they were when a run started. */
export interface ProblemStore {
  readonly save: (datasetSha256: string, rows: readonly DatasetProblem[]) => Promise<void>;
  readonly problem: (datasetSha256: string, id: string) => Promise<Problem>;
  /** The grading activity's own door: tests, and the reference. */
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
  /** Why it is paused. */
  readonly reason: string | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  /** The code that its workflows were started with last; null: they never were, or before that was recorded. */
  readonly bundle: WorkflowBundle | null;
  /** Where its model is asked now, without credentials; null: at the logical endpoint of its configuration. */
  readonly movedTo: string | null;
  /** Items at a time, as was said last; null: it was started last before that was recorded. */
  readonly concurrency: number | null;
  /** Programs of one problem at a time, as was said last; null: that was never said. */
  readonly parallel: number | null;
  /** Names the work that was begun on it last, which alone may write to it; null: none was, or the store was put back since. */
  readonly generation: string | null;
}

/** The hidden verdict of one of the programs that the attempt's kind of work has graded. */
export interface GradedProgram {
  readonly program: string;
  /** Of all its suites together: `passed` when each is. */
  readonly outcome: TestOutcome;
  /** In their order, of a problem that has several. */
  readonly suites?: readonly SuiteOutcome[] | undefined;
}

export interface SuiteOutcome {
  readonly name: SuiteName;
  readonly outcome: TestOutcome;
}

/** What is written once an attempt has ended; the raw material of every table and export. */
export interface AttemptResult<Outcome extends AttemptOutcome = AttemptOutcome> {
  readonly status: Exclude<AttemptStatus, 'running'>;
  readonly outcome: Outcome;
  /** By sha256 of the program; empty for `cancelled` and `unscored`. */
  readonly graded: readonly GradedProgram[];
  /** Hidden verdict of the answer; null when unscored or cancelled, and in kinds of work that are not scored. */
  readonly verdict: VerdictKind | null;
  /** Without a verdict always false, which says nothing then. */
  readonly solved: boolean;
  /** Why it is unscored. */
  readonly cause: string | null;
  readonly provenance: CheckResult['provenance'] | null;
  /** At which level its problem is graded, and why; absent: it never came to that, or before there were levels. */
  readonly level?: ProblemLevel | undefined;
  /** Of all its hidden checks: cells that were started anew, as one before broke; absent: not every result says it. */
  readonly freshCells?: number | undefined;
}

export interface AttemptRecord extends AttemptKey {
  /** Order in the data set, then sample. */
  readonly position: number;
  readonly status: AttemptStatus;
  readonly result: AttemptResult | null;
  /** Waiting, and why (infrastructure); null when it is not. */
  readonly waiting: string | null;
}

/** An attempt that was never seen under way. */
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

/** One call as a run used it: for totals, `run show RUN PROBLEM` and `--calls`. */
export type CallRecord = CallPurpose & {
  readonly problem: string;
  readonly sample: number;
  readonly role: string;
  readonly identity: string;
  readonly repair: boolean;
  readonly state: 'sent' | 'answered';
  /** This run's send brought the answer, as opposed to reading it back. */
  readonly paidHere: boolean;
  /** HTTP requests by this run beyond the question's first one ever that its endpoint may have received. */
  readonly resends: number;
  /** Those among them that it has received for certain. */
  readonly knownResends: number;
  readonly model: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  /** null: there is no answer yet, it was not streamed or has no token; absent: it is of before this was kept. */
  readonly firstTokenMs?: number | null | undefined;
  /** How the answer ended; null: there is none yet. */
  readonly finishReason: FinishReason | null;
  readonly origin: AnswerOrigin | null;
  /** null: there is no answer yet, or it is of before this was kept. */
  readonly exchange: ModelExchange | null;
};

/** Some attempts of a run with their calls, both in order. */
export interface RunPage {
  readonly attempts: readonly AttemptRecord[];
  /** As `calls` has them; those of attempts without a record are the last page's. */
  readonly calls: readonly CallRecord[];
}

/**
 * What tables of whole runs say of one attempt and its calls: JSON, a small part of the records that it is made from, and
 * nothing that those do not say.
 */
export interface AttemptDigest {
  /** As `tabledAttempt` leaves it. */
  readonly attempt: AttemptRecord;
  readonly calls: CallDigest;
  /** null: it is no search, or has no verdict. */
  readonly effort: EffortPath | null;
  /** null: it is solved. */
  readonly failure: Failure | null;
}

/** Some attempts of a run as far as tables tell of them, in position order. */
export interface DigestPage {
  readonly attempts: readonly AttemptDigest[];
  /** Of calls of attempts that have no record; null: of none. */
  readonly unrecorded: CallDigest | null;
}

/** Sums over a run's calls, cheap enough to ask for every second. */
export interface LiveCallTotals {
  readonly calls: number;
  /** HTTP requests beyond a question's first that endpoints may have received: an upper bound for what any server's log shows. */
  readonly resends: number;
  /** Those among them that were received for certain. */
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
  /**
   * Keeps the existing record when there is one with this id.
   * @param waits why it is paused from the start; absent: it counts as running
   */
  readonly createRun: (id: string, config: RunConfig, waits?: string) => Promise<RunRecord>;
  /** The engine works on it: one that had not begun counts as running; what its work has said meanwhile stands. */
  readonly runHasBegun: (id: string) => Promise<void>;
  readonly run: (id: string) => Promise<RunRecord | null>;
  readonly runs: () => Promise<readonly RunRecord[]>;
  /** Of these, the ones that are under way or wait. */
  readonly unfinishedRuns: () => Promise<readonly RunRecord[]>;
  /**
   * @param told by the run's work: a late one changes nothing, be it of an earlier generation or place. Absent: by
   * whoever begins or ends that work.
   */
  readonly setRunStatus: (
    id: string,
    status: RunStatus,
    reason: string | null,
    told?: StatusPlace,
  ) => Promise<void>;
  /** Work on the run is about to begin, or has been ended from outside: from now on nothing may write that began before. */
  readonly beginGeneration: (id: string) => Promise<string>;
  readonly setRunBundle: (id: string, bundle: WorkflowBundle) => Promise<void>;
  /** @param address without credentials; null: back to where it was started */
  readonly moveRun: (id: string, address: string | null) => Promise<void>;
  /** As in the record, and cheap enough for every call; null also of what is no run. */
  readonly movedTo: (id: string) => Promise<string | null>;
  readonly setRunConcurrency: (id: string, concurrency: number) => Promise<void>;
  readonly setRunParallel: (id: string, parallel: number) => Promise<void>;

  /**
   * Creates or resets to `running` (an unscored or cancelled attempt tried again); a completed one stays, and so does
   * one that the same generation has begun.
   * @throws WorkSupersededError, as all that writes to an attempt, when its generation is not its run's
   */
  readonly beginAttempt: (key: AttemptKey, position: number) => Promise<AttemptRecord>;
  readonly finishAttempt: (key: AttemptKey, result: AttemptResult) => Promise<void>;
  /** Attempts that begin and end at once, in one transaction; completed ones stay. Not for searches, whose nodes have rows. */
  readonly recordAttempts: (ended: readonly EndedAttempt[]) => Promise<void>;
  readonly setWaiting: (key: AttemptKey, why: string | null) => Promise<void>;
  readonly attempt: (key: AttemptKey) => Promise<AttemptRecord | null>;
  /**
   * Without results: cheap for thousands. In position order.
   * @param range positions from `from` on, before `to`; default all
   */
  readonly attemptStatuses: (
    run: string,
    range?: { readonly from: number; readonly to: number },
  ) => Promise<readonly { readonly position: number; readonly status: AttemptStatus }[]>;
  /** In position order, all at once: for a problem, or for a run that is known to be small. */
  readonly attempts: (run: string, problem?: string) => Promise<readonly AttemptRecord[]>;
  /** Those under way, in position order. */
  readonly runningAttempts: (run: string) => Promise<readonly AttemptKey[]>;
  /** A run of any size, some attempts at a time, in position order; each page is read in one moment. */
  readonly pages: (run: string) => AsyncIterable<RunPage>;
  /**
   * The same as far as tables tell of it, which costs a fraction.
   * @param callsOf which calls of these attempts count, where not all do: then everything is read, and calls of attempts without a
   * record are left out
   */
  readonly digests: (
    run: string,
    callsOf?: (page: RunPage) => readonly CallRecord[],
  ) => AsyncIterable<DigestPage>;
  /** What all of them come to, however many there are, with the calls of attempts that have no record. */
  readonly sums: (run: string) => Promise<RunSums>;
  readonly counts: (run: string) => Promise<RunCounts>;

  /** What is kept of a problem in a run first stands: it is given back, whatever came later. */
  readonly keepShownTests: (
    key: Pick<AttemptKey, 'run' | 'problem'>,
    shown: ShownTests,
  ) => Promise<ShownTests>;
  /** null: nothing is kept, and all tests are shown. */
  readonly shownTests: (key: Pick<AttemptKey, 'run' | 'problem'>) => Promise<ShownTests | null>;
  /** By problem. */
  readonly allShownTests: (run: string) => Promise<ReadonlyMap<string, ShownTests>>;

  readonly addSteering: (key: AttemptKey, entry: AttemptSteering) => Promise<void>;
  /** In order of place, then of arrival. */
  readonly steering: (key: AttemptKey) => Promise<readonly AttemptSteering[]>;

  /** How many running attempts wait for infrastructure, and one of the reasons. */
  readonly waitingAttempts: (
    run: string,
  ) => Promise<{ readonly count: number; readonly why: string } | null>;
  /** Answers that this run paid for beyond the ones that stand: a slow first sender and its successor both got one. */
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
  readonly close: () => Promise<void>;
}
