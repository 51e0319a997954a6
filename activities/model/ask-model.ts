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
  /** Of this process. */
  readonly calls: CallsInFlight;
  /** Names this asking, and no other that may be under way: best one name per attempt of an activity. */
  readonly owner: string;
  /** Names who asks, and the same at each try: `DurableContext.scope`. */
  readonly scope: string;
  /** How long a `sent` row is ours without renewal. */
  readonly leaseMs: number;
  /** Told when a call is joined, and at each look while waiting for another owner. */
  readonly heartbeat: (phase: 'sending' | 'waiting') => void;
  readonly signal: AbortSignal;
  /** Whether no answer is wanted, when `signal` is aborted. */
  readonly unwanted: () => Promise<boolean>;
  /** Absent: nobody looks on, and the answer comes whole. */
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

/** An item of a run has used up what it may ask of models. */
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

/** How often a row that another owner holds is looked at, ms: soon at first, then at leisure. */
const firstLookMs = 100;
const longestLookMs = 250;

/**
 * Asks a model through the journal: an answered request is read back and costs nothing; one that this process has in
 * flight is joined; one that another owner has sent is waited for, until its answer or its lease's end; else it is sent,
 * once, and its answer is in the journal before this returns.
 *
 * The call outlives its asking (see `CallsInFlight`). When sending fails the row is released, so that the next try need
 * not wait.
 * @throws CallBudgetSpentError; ModelError subclasses of the client; ModelCancelledError when `signal` is aborted; what the journal throws.
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
      // Read back, so that it is known who used it: it may have been asked for somebody else.
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
