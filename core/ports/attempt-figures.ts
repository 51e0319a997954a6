import type { DroppableFeature } from '../schemas/model';
import type { FailureReason } from '../schemas/failure-reason';

/** Cost of some model calls. */
export interface CallTotals {
  /** Number of model calls that the nodes of the run used, read back or sent. */
  readonly calls: number;
  /** HTTP requests beyond the first of each question: an upper bound of the repeated requests in the log of a server. */
  readonly repeatedCalls: number;
  /** The part of these that a server certainly received. */
  readonly knownRepeatedCalls: number;
  /** Calls whose answer a request of this run brought. */
  readonly paidCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Answered calls without usage. Their tokens are not in the sums. */
  readonly callsWithoutUsage: number;
  /** Cost of all used answers. null: the price of some call is unknown. */
  readonly costUsd: number | null;
  /** Cost of the answers to requests of this run. null: some price is unknown. */
  readonly paidUsd: number | null;
}

/** The same in short. */
export interface CallSum {
  readonly calls: number;
  readonly tokens: number;
  /** null: some call's price is unknown. */
  readonly costUsd: number | null;
}

/** Answers to the Debugger whose origin the model server reported, by the rule that it used. */
export type DebuggerAnswers = Readonly<Record<string, number>>;

/** Draws after the last distinct program of a problem. They start again from the first. */
export interface RepeatedDraws {
  /** Smallest ordinal of a solution that repeats. */
  readonly from: number;
  readonly count: number;
}

/** The sources of some answers. */
export interface ServedCalls {
  readonly models: readonly string[];
  /** Identities of answers, or their beginnings, by the feature that was left out. */
  readonly dropped: Readonly<Partial<Record<DroppableFeature, readonly string[]>>>;
}

/** Figures about the time to the first token of some answers. */
export type AnswerStarts = {
  readonly answered: number;
  /** Number of answers whose records say whether they were streamed. */
  readonly recorded: number;
  readonly streamed: number;
  /** Of streamed answers, ms from sending to the first token. */
  readonly firstTokenMs: readonly number[];
};

/** Figures about the calls of one model. */
export type ReplySums = AnswerStarts & {
  readonly repairs: number;
  readonly filtered: number;
  readonly overflows: number;
  readonly cutOff: number;
  readonly resends: number;
  /** Of answered calls, ms from sending to the whole answer. */
  readonly latencyMs: readonly number[];
};

export type ModelReplies = ReplySums & { readonly model: string };

/** The same for all models, with the last model of each role. */
export interface ModelsReplies {
  /** In the order of their first request. */
  readonly models: readonly ModelReplies[];
  readonly modelOf: Readonly<Record<string, string>>;
}

/** Figures about some calls: JSON, much smaller than the calls. */
export interface CallDigest {
  readonly totals: CallTotals;
  readonly debugger: DebuggerAnswers;
  readonly repeatedDraws: RepeatedDraws | null;
  readonly verificationWithoutTruth: number;
  readonly served: ServedCalls;
  readonly replies: ModelsReplies;
  readonly speculative: CallSum;
}

/** Kinds of effort: the tokens of the calls of an attempt, their price, or their time one after another. */
export type Effort = 'tokens' | 'dollars' | 'seconds';

/** Cumulative effort at the end of each program, by kind of effort. null: tokens, price or time of some call is unknown. */
export type EffortSums = Readonly<Record<Effort, readonly number[] | null>>;

/** Data of a search with a verdict for the curves. */
export interface EffortPath {
  /** With the first k + 1 programs. */
  readonly solved: readonly boolean[];
  readonly sums: EffortSums;
}

/** An attempt that did not solve its problem, and why. */
export type Failure = {
  readonly problem: string;
  readonly sample: number;
  readonly reason: FailureReason;
  /** The observation in some hundred letters: the exception, cause of a missing verdict, or beginning of a reply. */
  readonly detail: string | null;
  /** Whether the answer passed the tests that the method saw. null: there was no answer, or nothing was run. */
  readonly passedVisible: boolean | null;
  /** Number of generated programs of a search. null: another kind of work, or a search before its end. */
  readonly programs: number | null;
};
