import type { DroppableFeature } from '../schemas/model';
import type { FailureReason } from '../schemas/failure-reason';

/** What some model calls took. */
export interface CallTotals {
  /** Model calls that the run's nodes used, read back or sent. */
  readonly calls: number;
  /** HTTP requests beyond a question's first: an upper bound for what a server's log shows more than once. */
  readonly repeatedCalls: number;
  /** Those among them that a server has received for certain. */
  readonly knownRepeatedCalls: number;
  /** Calls whose answer this run's own send brought. */
  readonly paidCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Answered calls that came without usage: their tokens are not in the sums. */
  readonly callsWithoutUsage: number;
  /** Of all answers used; null: some call's price is unknown. */
  readonly costUsd: number | null;
  /** Of the answers that this run's own sends brought; null: some price is unknown. */
  readonly paidUsd: number | null;
}

/** The same in short. */
export interface CallSum {
  readonly calls: number;
  readonly tokens: number;
  /** null: some call's price is unknown. */
  readonly costUsd: number | null;
}

/** Debugger answers whose origin the model server told, by the rule that it took. */
export type DebuggerAnswers = Readonly<Record<string, number>>;

/** Draws past the end of a problem's distinct programs, which start again from the first. */
export interface RepeatedDraws {
  /** Smallest ordinal of a solution that repeats. */
  readonly from: number;
  readonly count: number;
}

/** What answered some calls. */
export interface ServedCalls {
  readonly models: readonly string[];
  /** Identities of answers, or how these begin, by the feature that was left out. */
  readonly dropped: Readonly<Partial<Record<DroppableFeature, readonly string[]>>>;
}

/** What figures need to say how soon the answers to some calls began. */
export type AnswerStarts = {
  readonly answered: number;
  /** Of those, whose records say whether they came piece by piece. */
  readonly recorded: number;
  readonly streamed: number;
  /** Of streamed answers, ms from sending to the first token. */
  readonly firstTokenMs: readonly number[];
};

/** What figures need of the calls of one model. */
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

/** The same of all models that were asked, and which was asked last in each role. */
export interface ModelsReplies {
  /** In the order in which they were asked first. */
  readonly models: readonly ModelReplies[];
  readonly modelOf: Readonly<Record<string, string>>;
}

/** What figures need of some calls: JSON, and far less than the calls. */
export interface CallDigest {
  readonly totals: CallTotals;
  readonly debugger: DebuggerAnswers;
  readonly repeatedDraws: RepeatedDraws | null;
  readonly verificationWithoutTruth: number;
  readonly served: ServedCalls;
  readonly replies: ModelsReplies;
  readonly speculative: CallSum;
}

/** What an attempt may be allowed of: its calls' tokens, their price, or the time that they took one after another. */
export type Effort = 'tokens' | 'dollars' | 'seconds';

/**
 * What an attempt had taken when each of its programs was done, with everything that was asked before it, by effort; null: some
 * call's tokens, price or time is unknown.
 */
export type EffortSums = Readonly<Record<Effort, readonly number[] | null>>;

/** What the curves need of a search that has a verdict. */
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
  /** What was seen, in a line of some hundred letters: the exception, the cause of a missing verdict, the beginning of a reply. */
  readonly detail: string | null;
  /** The answer passed the tests that the method was shown; null: it had none, or nothing was run. */
  readonly passedVisible: boolean | null;
  /** Generated programs of a search; null: of another kind, or before its end. */
  readonly programs: number | null;
};
