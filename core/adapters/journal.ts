import type { ModelAnswer, ModelRequest, RequestContext } from '../schemas/model';
import type { CallPurpose } from '../schemas/run';
import type { RequestFate } from './model';

/** Who uses an answer: rows of `run show` and its counters. */
export type CallUse = CallPurpose & {
  readonly run: string;
  readonly problem: string;
  readonly sample: number;
  readonly context: RequestContext;
  readonly repair: boolean;
};

/** What the model calls of one item of a run may come to, whoever paid for the answers; absent: no limit. */
export interface CallBudget {
  readonly calls?: number | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

/** A call that counts in a budget. */
export interface BudgetedCall {
  readonly limit: CallBudget;
  /** What it may add at most, as far as anybody knows before it is sent; null: the price is unknown. */
  readonly atMost: { readonly tokens: number; readonly costUsd: number | null };
}

export type JournalClaim =
  /** Somebody has the answer already: read it, pay nothing. */
  | { readonly kind: 'answered'; readonly answer: ModelAnswer }
  /** The row is ours as `sent`; send now. `sends` counts this one. */
  | { readonly kind: 'claimed'; readonly sends: number }
  /** Another owner has sent it; wait for its answer or for the lease's end, `restMs` from now when it is not renewed. */
  | { readonly kind: 'held'; readonly restMs: number }
  /** It may not be asked: with it the item would come beyond its budget. */
  | { readonly kind: 'over-budget'; readonly limit: keyof CallBudget };

/**
 * The journal of model calls (rules 2): what makes "nothing is paid for twice" true. All methods are safe to
 * repeat and safe from several processes.
 */
export interface Journal {
  /** Unique insert as `sent`, or take-over of a row whose lease has ended or whose owner is known to be dead. Counts as one request that may have been received. */
  readonly claim: (input: {
    readonly identity: string;
    readonly request: ModelRequest;
    readonly use: CallUse;
    readonly owner: string;
    readonly leaseMs: number;
    /** A limit of tokens or costs lets one call of the item be under way at a time, so that it is kept to the last token. */
    readonly budget?: BudgetedCall | undefined;
  }) => Promise<JournalClaim>;
  /** false: the row is no longer ours. */
  readonly renew: (identity: string, owner: string, leaseMs: number) => Promise<boolean>;
  /**
   * Compare-and-set to `answered`. The first answer stands and is returned; a later one is kept as a paid
   * duplicate.
   */
  readonly answer: (
    identity: string,
    answer: ModelAnswer,
    sending: EndedSending,
  ) => Promise<ModelAnswer>;
  /** Of these, the ones that have no answer here. */
  readonly unanswered: (identities: readonly string[]) => Promise<readonly string[]>;
  /** There will be no answer of this sending: the lease ends now. */
  readonly release: (
    identity: string,
    sending: EndedSending & { readonly owner: string },
  ) => Promise<void>;
}

/** How a sending that was claimed ended, for the count of what was sent more than once. */
export interface EndedSending {
  readonly use: CallUse;
  /** Of each HTTP request, in order. Before it is told, a claim counts as one that may have been received. */
  readonly requests: readonly RequestFate[];
}
