/**
 * Types are those SQLite and Postgres share: text, integers, doubles, bytes; 0 and 1; times in ms since 1970; JSON as text.
 * Columns below "For SQL" are for people's queries: no code of ours reads them. A new fact goes into the JSON unless somebody
 * asks for it so.
 */
export interface StoreTables {
  readonly schema_versions: SchemaVersionRow;
  readonly properties: PropertyRow;
  readonly blobs: BlobRow;
  readonly problems: ProblemRow;
  readonly hidden_checks: HiddenCheckRow;
  readonly executions: ExecutionRow;
  readonly runs: RunRow;
  readonly run_totals: RunTotalsRow;
  readonly attempts: AttemptRow;
  readonly attempt_digests: AttemptDigestRow;
  readonly block_sums: BlockSumsRow;
  readonly nodes: NodeRow;
  readonly shown_tests: ShownTestsRow;
  readonly steering: SteeringRow;
  readonly model_calls: ModelCallRow;
  readonly call_uses: CallUseRow;
  readonly paid_duplicates: PaidDuplicateRow;
  readonly dialogue_events: DialogueEventRow;
  readonly dialogue_blocks: DialogueBlockRow;
  readonly chats: ChatRow;
  readonly live_words: LiveWordsRow;
  readonly archives: ArchiveRow;
  readonly archive_pieces: ArchivePieceRow;
  readonly environments: EnvironmentRow;
  readonly task_environments: TaskEnvironmentRow;
  readonly definitions: DefinitionRow;
  readonly environment_functions: EnvironmentFunctionRow;
  readonly environment_steps: EnvironmentStepRow;
  readonly refused_features: RefusedFeatureRow;
  readonly unusable_answers: UnusableAnswerRow;
  readonly refused_requests: RefusedRequestRow;
  readonly dataset_removals: DatasetRemovalRow;
  readonly batch_windows: BatchWindowRow;
  readonly model_batches: ModelBatchRow;
}

export interface SchemaVersionRow {
  readonly version: number;
  readonly name: string;
  readonly applied_at_ms: number;
}

export interface PropertyRow {
  readonly name: string;
  readonly value: string;
}

/** A text, packed. */
export interface PackedColumns {
  readonly encoding: string;
  readonly content: Buffer;
}

export interface BlobRow extends PackedColumns {
  readonly sha256: string;
  /** Bytes of the text as UTF-8. */
  readonly size: number;
}

export interface ProblemRow {
  readonly dataset_sha256: string;
  readonly id: string;
  readonly content: string;
}

/** Apart from `problems`, so that no reader of problems can meet a hidden test. */
export interface HiddenCheckRow extends PackedColumns {
  readonly dataset_sha256: string;
  readonly id: string;
}

export interface ExecutionRow {
  readonly key: string;
  readonly result: string;
  /** For SQL. */
  readonly saved_at_ms: number;
}

export interface RunRow {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly config: string;
  readonly created_at_ms: number;
  readonly ended_at_ms: number | null;
  /** JSON of a `WorkflowBundle`. */
  readonly bundle: string | null;
  /** Address without credentials. */
  readonly moved_to: string | null;
  readonly concurrency: number | null;
  readonly parallel: number | null;
  /** Names the work that may write to it and its attempts. */
  readonly generation: string | null;
  /** Of the last status that this work has told. */
  readonly status_place: number;
  // For SQL:
  readonly method: string;
  readonly dataset: string;
  readonly model: string;
}

/** Kept by triggers (`migrations/run-totals.ts`); no row: neither an attempt's end nor a call yet. */
export interface RunTotalsRow {
  /** A chat's id stands as `run`, too. */
  readonly run: string;
  readonly completed: number;
  readonly solved: number;
  readonly unscored: number;
  readonly cancelled: number;
  readonly calls: number;
  readonly resends: number;
  readonly known_resends: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** 1e-12 USD. */
  readonly cost_picos: number;
  /** Answered calls without a price. */
  readonly unpriced: number;
}

interface AttemptColumns {
  readonly run: string;
  readonly problem: string;
  readonly sample: number;
}

export interface AttemptRow extends AttemptColumns {
  readonly position: number;
  readonly status: string;
  readonly waiting: string | null;
  readonly solved: number;
  /** The work that began it last; null: none that has a name. */
  readonly generation: string | null;
  /** The result without the nodes of a search; they are rows of their own. */
  readonly result: string | null;
  // For SQL:
  readonly verdict: string | null;
  readonly finish: string | null;
  /** Node id. */
  readonly answer: string | null;
  readonly programs: number | null;
  readonly cause: string | null;
}

/** Kept by triggers (`migrations/attempt-digests.ts`), which take it away; no row: the records say what it would say. */
export interface AttemptDigestRow extends AttemptColumns {
  /** Rows of another one than is written now are not read. */
  readonly format: number;
  readonly content: string;
}

/** Kept as digests are (`migrations/block-sums.ts`); no row: the digests, or the records, say what it would say. */
export interface BlockSumsRow {
  readonly run: string;
  /** Which of the blocks of positions. */
  readonly block: number;
  /** Rows of another one than is written now are not read. */
  readonly format: string;
  /** That are in the sums; others of the block have no digest. */
  readonly attempts: number;
  readonly content: string;
}

export interface NodeRow extends AttemptColumns {
  readonly node: string;
  /** Order in the outcome. */
  readonly place: number;
  readonly content: string;
  // For SQL:
  readonly ordinal: number;
  readonly parent: string | null;
  readonly depth: number;
  readonly program: string | null;
  readonly visible_kind: string | null;
  readonly visible_passed: number | null;
  readonly visible_total: number | null;
  readonly critique: string;
  readonly score: number;
  readonly decision: string | null;
  readonly steered: string | null;
}

export interface ShownTestsRow {
  readonly run: string;
  readonly problem: string;
  /** JSON of a `ShownTests`. */
  readonly content: string;
}

export interface SteeringRow extends AttemptColumns {
  readonly place: number;
  readonly arrival: number;
  readonly entry: string;
}

export interface ModelCallRow {
  readonly identity: string;
  readonly state: string;
  /** Who sends it now; null: released or answered. */
  readonly owner: string | null;
  readonly lease_ends_at_ms: number;
  /** HTTP requests that the endpoint may have received, those among them that it has for certain (`known_sends`). */
  /** How long it was taken or renewed for last. */
  readonly lease_ms: number;
  readonly sends: number;
  readonly known_sends: number;
  readonly model: string;
  /** Blob of the whole request as canonical JSON. */
  readonly request_sha256: string;
  /** The answer without its text. */
  readonly answer: string | null;
  readonly text_sha256: string | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly cost_usd: number | null;
  // For SQL:
  readonly endpoint: string;
  readonly sent_at_ms: number;
  readonly answered_at_ms: number | null;
}

export interface UseColumns extends AttemptColumns {
  /** Of a search its node; of other kinds of work what the call was used for, as JSON. */
  readonly node: string;
  readonly role: string;
  /** 1: a repair question. */
  readonly repair: number;
  readonly identity: string;
}

export interface CallUseRow extends UseColumns {
  /** -1 for the root. */
  readonly node_ordinal: number;
  /** Order of use in the attempt. */
  readonly use_order: number;
  readonly paid_here: number;
  /** Requests beyond the question's first that this use may have sent, and those that it has for certain. */
  readonly resends: number;
  readonly known_resends: number;
}

/** An answer that came after the first one: paid for, kept, not used. */
export interface PaidDuplicateRow extends UseColumns {
  readonly place: number;
  readonly answer: string;
  readonly text_sha256: string;
  readonly cost_usd: number | null;
  /** For SQL. */
  readonly received_at_ms: number;
}

/** A chat's id stands as `run`, and has no row in `runs`. */
export interface DialogueEventRow extends AttemptColumns {
  readonly place: number;
  readonly event: string;
  readonly recorded_at_ms: number;
}

export interface DialogueBlockRow extends AttemptColumns {
  /** Of a round its id; of a person's own block its id. */
  readonly block: string;
  readonly result: string;
}

export interface ChatRow {
  readonly id: string;
  readonly status: string;
  readonly waiting: string | null;
  readonly config: string;
  readonly created_at_ms: number;
}

export interface LiveWordsRow extends AttemptColumns {
  readonly round: string;
  readonly place: number;
  readonly kind: string;
  readonly text: string;
  readonly said_at_ms: number;
}

/** Written behind all its pieces: what has a row here is whole. */
export interface TaskEnvironmentRow {
  readonly environment: string;
  /** null: its archives were removed. */
  readonly used_at_ms: number | null;
}

export interface ArchiveRow {
  readonly sha256: string;
  readonly bytes: number;
  /** JSON: the sha256 of each piece, in order. */
  readonly pieces: string;
}

/** By content, so that one that was begun again, or begins like another, is not written twice. */
export interface ArchivePieceRow extends PackedColumns {
  readonly sha256: string;
}

export interface EnvironmentRow {
  readonly sha256: string;
  readonly record: string;
  readonly created_at_ms: number;
  // For SQL:
  readonly name: string;
}

export interface DefinitionRow {
  readonly environment: string;
  readonly id: string;
  /** Order in the environment. */
  readonly place: number;
  readonly content: string;
}

/** A function of a repository in a run; an attempt is a repository there. */
export interface EnvironmentFunctionRow extends AttemptColumns {
  readonly id: string;
  /** Order in the repository. */
  readonly place: number;
  readonly stage: string;
  readonly entry: string;
}

export interface EnvironmentStepRow extends PackedColumns {
  readonly key: string;
  /** For SQL. */
  readonly saved_at_ms: number;
}

/** What of requests an endpoint does not take, as a run found it. */
export interface RefusedFeatureRow {
  readonly run: string;
  readonly endpoint: string;
  readonly model: string;
  readonly feature: string;
  /** For SQL. */
  readonly found_at_ms: number;
}

/** Paid for, and no answer. */
export interface UnusableAnswerRow extends AttemptColumns {
  readonly identity: string;
  readonly place: number;
  /** 1: from before a person let the run go on. */
  readonly settled: number;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly cost_usd: number | null;
  // For SQL:
  readonly words: string;
  readonly received_at_ms: number;
}

export interface RefusedRequestRow {
  readonly run: string;
  readonly identity: string;
  readonly model: string;
  /** Without what differs from request to request. */
  readonly words: string;
  /** 1: from before a person let the run go on. */
  readonly settled: number;
  readonly refused_at_ms: number;
}

/** A source or a source row that a person has removed from the data set of a run. */
export interface DatasetRemovalRow {
  readonly run: string;
  readonly name: string;
  // For SQL:
  readonly removed_at_ms: number;
}

/** Rows of a run whose requests go into the same batches. */
export interface BatchWindowRow {
  readonly run: string;
  readonly window: number;
  /** Who works on it. null: nobody. */
  readonly owner: string | null;
  readonly lease_ends_at_ms: number;
  readonly lease_ms: number;
  readonly look_at_ms: number;
  readonly done: number;
}

export interface ModelBatchRow {
  readonly run: string;
  readonly window: number;
  readonly wave: number;
  readonly stage: string;
  readonly state: string;
  readonly token: string;
  /** Name at the endpoint. */
  readonly batch: string | null;
  readonly model: string;
  /** Blob of the requests as JSON. */
  readonly content_sha256: string;
  readonly requests: number;
  readonly answered: number;
  readonly trouble: string | null;
  readonly reserved_at_ms: number;
  readonly changed_at_ms: number;
}
