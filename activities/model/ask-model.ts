import { setTimeout as wait } from 'node:timers/promises';

import { EspalierError } from '../../core/errors/errors';
import type { BudgetedCall, CallBudget, CallUse, Journal } from '../../core/adapters/journal';
import type { ModelClient } from '../../core/adapters/model';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { ModelCancelledError } from '../../llm/failures/errors';
import { requestIdentity } from '../../llm/request-identity';
import type { CallInFlight } from './call-in-flight';
import type { CallsInFlight } from './calls-in-flight';
import type { LiveAnswer } from './live-answer';

export interface AskModelDependencies {
  readonly journal: Journal;
  readonly client: ModelClient;
  readonly calls: CallsInFlight;
  /** Name of this request, unique among all that may be under way. One name per attempt of an activity is best. */
  readonly owner: string;
  /** Name of the caller, the same at each try: `DurableContext.scope`. */
  readonly scope: string;
  /** Length of the lease of a `sent` row without renewal, in ms. */
  readonly leaseMs: number;
  /** Called when a call is joined, and at each look while another owner is awaited. */
  readonly heartbeat: (phase: 'sending' | 'waiting') => void;
  readonly signal: AbortSignal;
  /** After `signal` is aborted: whether no answer is wanted. */
  readonly unwanted: () => Promise<boolean>;
  /** Receives the pieces of the answer as they come. Absent: nobody watches, and the answer comes in one piece. */
  readonly live?: LiveAnswer | undefined;
  /** Ends early, by resolving or rejecting, when `signal` is aborted. Default: a timer. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface ModelQuestion {
  readonly request: ModelRequest;
  readonly use: CallUse;
  /** Absent: as many as are asked. */
  readonly budget?: BudgetedCall | undefined;
}

export class CallBudgetSpentError extends EspalierError {
  constructor(
    { run, problem }: CallUse,
    readonly limit: keyof CallBudget,
  ) {
    const names = { calls: 'model calls', tokens: 'tokens', costUsd: 'cost' };
    super(`${problem} of run ${run} has come to the limit of its ${names[limit]}`, {
      code: 'CALL_BUDGET_SPENT',
      remedy:
        'Start it again with a larger budget: what was answered is read back and costs nothing',
    });
  }
}

/** An answer and the journal row it is kept in. */
export interface ModelReply {
  readonly answer: ModelAnswer;
  readonly identity: string;
  /** A refusal under another context limit, which was found first. */
  readonly refusedBefore?: string;
}

/** Intervals at which a row of another owner is looked at, in ms. They grow. */
const firstLookMs = 100;
const longestLookMs = 250;

/**
 * Asks a model through the journal. An answered request is read back, one in flight in this process is joined, one that
 * another owner sent is awaited until its answer or the end of its lease. Otherwise it is sent once, and its answer is stored
 * before this returns. If sending fails, the row is released. @throws CallBudgetSpentError; subclasses of ModelError from the
 * client; ModelCancelledError when `signal` is aborted; what the journal throws
 */
export async function askModel(
  dependencies: AskModelDependencies,
  question: ModelQuestion,
): Promise<ModelReply> {
  const { journal, calls, owner, leaseMs, heartbeat, signal } = dependencies;
  const { request, use, budget } = question;
  const identity = requestIdentity(request);
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lookMs * 1.5, longestLookMs)) {
    throwIfCancelled(signal, request);
    const flying = calls.find(identity);
    if (flying !== undefined) {
      await joinCall(dependencies, flying);
      // It is read back to record who used it: it may have been asked for somebody else.
      continue;
    }
    const claim = await journal.claim({ identity, request, use, owner, leaseMs, budget });
    if (claim.kind === 'over-budget') throw new CallBudgetSpentError(use, claim.limit);
    if (claim.kind === 'answered') return { answer: claim.answer, identity };
    if (claim.kind === 'claimed') {
      const { client, live } = dependencies;
      if (signal.aborted) {
        await journal.release(identity, { owner, use, requests: [] }).catch(() => undefined);
        continue;
      }
      const streams = live !== undefined;
      const claimed = { journal, client, identity, request, use, owner, leaseMs, streams };
      return { answer: await joinCall(dependencies, calls.begin(claimed)), identity };
    }
    heartbeat('waiting');
    await pause(dependencies, Math.max(10, Math.min(lookMs, claim.restMs)), signal);
  }
}

function joinCall(
  { scope, heartbeat, signal, unwanted, live }: AskModelDependencies,
  call: CallInFlight,
): Promise<ModelAnswer> {
  heartbeat('sending');
  return call.join({ scope, signal, unwanted, live });
}

async function pause(
  { sleep }: AskModelDependencies,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await (sleep ?? timer)(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal });
}

function throwIfCancelled(signal: AbortSignal, request: ModelRequest): void {
  if (!signal.aborted) return;
  throw new ModelCancelledError({
    endpoint: request.logicalEndpoint,
    model: request.model,
    words: 'cancelled before it was sent',
  });
}
