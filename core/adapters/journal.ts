import type { ModelAnswer, ModelRequest, RequestContext } from '../schemas/model';
import type { CallPurpose } from '../schemas/run';
import type { RequestFate } from './model';

/** User of an answer, for rows of `run show` and its counters. */
export type CallUse = CallPurpose & {
  readonly run: string;
  readonly problem: string;
  readonly sample: number;
  readonly context: RequestContext;
  readonly repair: boolean;
};

/** Limits of the model calls of one item of a run. Answers that other runs paid for count too. An absent member: no limit. */
export interface CallBudget {
  readonly calls?: number | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

/** A call that counts in a budget. */
export interface BudgetedCall {
  readonly limit: CallBudget;
  /** The most that the call may add, as far as is known before it is sent. null: the price is unknown. */
  readonly atMost: { readonly tokens: number; readonly costUsd: number | null };
}

export type JournalClaim =
  /** The answer is already there: read it and pay nothing. */
  | { readonly kind: 'answered'; readonly answer: ModelAnswer }
  /** The row belongs to us as `sent`: send now. `sends` counts this one. */
  | { readonly kind: 'claimed'; readonly sends: number }
  /** Another owner has sent it: wait for its answer or for the end of the lease, `restMs` from now without renewal. */
  | { readonly kind: 'held'; readonly restMs: number }
  /** It may not be sent: it would exceed the budget of the item. */
  | { readonly kind: 'over-budget'; readonly limit: keyof CallBudget };

/**
 * The journal of model calls (rules 2). It ensures that nothing is paid for twice. All methods are safe to repeat and safe
 * from several processes.
 */
export interface Journal {
  /**
   * Inserts a unique row as `sent`, or takes a row whose lease has ended or whose owner is known to be dead. Counts as one
   * request that may have been received.
   */
  readonly claim: (input: {
    readonly identity: string;
    readonly request: ModelRequest;
    readonly use: CallUse;
    readonly owner: string;
    readonly leaseMs: number;
    /** With a limit of tokens or costs, only one call of the item may be under way, so that the limit is exact. */
    readonly budget?: BudgetedCall | undefined;
  }) => Promise<JournalClaim>;
  /** false: the row is no longer ours. */
  readonly renew: (identity: string, owner: string, leaseMs: number) => Promise<boolean>;
  /** Sets the row to `answered`. The first answer counts and is returned. A later one is stored as a paid duplicate. */
  readonly answer: (
    identity: string,
    answer: ModelAnswer,
    sending: EndedSending,
  ) => Promise<ModelAnswer>;
  /** The identities among these that have no answer here. */
  readonly unanswered: (identities: readonly string[]) => Promise<readonly string[]>;
  /** This sending will have no answer: its lease ends now. */
  readonly release: (
    identity: string,
    sending: EndedSending & { readonly owner: string },
  ) => Promise<void>;
}

/** How a claimed sending ended, to count repeated requests. */
export interface EndedSending {
  readonly use: CallUse;
  /**
   * The end of each HTTP request, in order. Before it is recorded, a claim counts as one request that may have been
   * received.
   */
  readonly requests: readonly RequestFate[];
}
