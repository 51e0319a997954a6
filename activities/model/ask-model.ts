import { setTimeout as wait } from 'node:timers/promises';

import { EspalierError } from '../../core/errors';
import type { BudgetedCall, CallBudget, CallUse, Journal } from '../../core/ports/journal';
import type { ModelClient } from '../../core/ports/model';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { ModelCancelledError, ModelError } from '../../llm/failures/errors';
import { requestIdentity } from '../../llm/request-identity';

/** Told what a model writes while it writes; what counts is the answer. */
export interface LiveAnswer {
  readonly onText: (piece: string) => void;
  /** What was told so far does not count: sending failed in mid-answer, or another answer is asked for. */
  readonly onRestart: () => void;
}

export interface AskModelDependencies {
  readonly journal: Journal;
  readonly client: ModelClient;
  /** Names this asking, and no other that may be under way: best one name per attempt of an activity. */
  readonly owner: string;
  /** How long a `sent` row is ours without renewal; renewed every third of it. */
  readonly leaseMs: number;
  /** Told every `leaseMs / 3` while sending, and at each look while waiting for another owner. */
  readonly heartbeat: (phase: 'sending' | 'waiting') => void;
  readonly signal: AbortSignal;
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
}

/** How often a row that another owner holds is looked at, ms: soon at first, then at leisure. */
const firstLookMs = 100;
const longestLookMs = 250;
/** How often an answer that the journal would not take is offered again, ms. */
const offerAgainMs = 250;

/**
 * Asks a model through the journal: an answered request is read back and costs nothing; one that another owner has
 * sent is waited for, until its answer or its lease's end; else it is sent, once, and its answer is in the journal
 * before this returns. Identical requests of one process meet in the journal as those of several do, so there is no
 * other single-flight.
 *
 * When sending fails for certain the row is released, so that the next try need not wait. When the outcome is
 * unknown (a broken connection, a time-out, a cancellation in flight) the row stays `sent`, but its lease ends,
 * since nobody listens any more.
 * @throws CallBudgetSpentError; ModelError subclasses of the client; ModelCancelledError when `signal` is aborted; what the journal throws.
 */
export async function askModel(
  dependencies: AskModelDependencies,
  question: ModelQuestion,
): Promise<ModelReply> {
  const { journal, owner, leaseMs, heartbeat, signal } = dependencies;
  const { request, use, budget } = question;
  const identity = requestIdentity(request);
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lookMs * 1.5, longestLookMs)) {
    throwIfCancelled(signal, request);
    const claim = await journal.claim({ identity, request, use, owner, leaseMs, budget });
    if (claim.kind === 'over-budget') throw new CallBudgetSpentError(use, claim.limit);
    if (claim.kind === 'answered') {
      await handInUnkept(journal, { identity, use });
      return { answer: claim.answer, identity };
    }
    if (claim.kind === 'claimed') {
      const answer = await sendClaimed(dependencies, question, identity);
      return { answer, identity };
    }
    heartbeat('waiting');
    await pause(dependencies, Math.max(10, Math.min(lookMs, claim.restMs)), signal);
  }
}

async function sendClaimed(
  dependencies: AskModelDependencies,
  { request, use }: ModelQuestion,
  identity: string,
): Promise<ModelAnswer> {
  const { client, signal, live } = dependencies;
  const done = new AbortController();
  const renewing = keepLease(dependencies, identity, done.signal);
  try {
    throwIfCancelled(signal, request);
    const answer =
      unkept.get(identity) ??
      (await client.send(request, {
        identity,
        context: use.context,
        signal,
        ...(live === undefined ? {} : { onText: live.onText }),
      }));
    // From here a cancellation comes too late: the answer is paid for and is kept.
    return await keepAnswer(dependencies, { identity, answer, use });
  } catch (error) {
    live?.onRestart();
    done.abort();
    // A renewal still under way would lengthen the lease that is to end.
    await renewing;
    await endLease(dependencies, identity, error);
    throw error;
  } finally {
    done.abort();
  }
}

async function keepLease(
  dependencies: AskModelDependencies,
  identity: string,
  done: AbortSignal,
): Promise<void> {
  const { journal, owner, leaseMs, heartbeat } = dependencies;
  for (;;) {
    await pause(dependencies, leaseMs / 3, done);
    if (done.aborted) return;
    heartbeat('sending');
    try {
      // When somebody has taken the row over, both answers count: the first stands, the other is kept as paid.
      await journal.renew(identity, owner, leaseMs);
    } catch {
      // A store in trouble now may be well at the next renewal; ending a call that is being paid for helps nobody.
    }
  }
}

/**
 * Answers that were paid for and that the journal would not take (disk full, locked): kept by this process until it
 * will. One entry for each call that was in flight then; dropped as soon as the journal has it.
 */
const unkept = new Map<string, ModelAnswer>();

/**
 * Somebody else's answer stands: ours was paid for, too, and is told as a duplicate. A journal that will not take it
 * now is asked again whenever this request comes by.
 */
async function handInUnkept(
  journal: Journal,
  { identity, use }: { readonly identity: string; readonly use: CallUse },
): Promise<void> {
  const ours = unkept.get(identity);
  if (ours === undefined) return;
  unkept.delete(identity);
  await journal.answer(identity, ours, use).catch(() => unkept.set(identity, ours));
}

/**
 * An answer is worth more than its activity's patience: a journal that will not take it is asked again for as long
 * as one lease, and once more whenever this process is about to send the request again.
 */
async function keepAnswer(
  dependencies: AskModelDependencies,
  paid: { readonly identity: string; readonly answer: ModelAnswer; readonly use: CallUse },
): Promise<ModelAnswer> {
  const { journal, leaseMs } = dependencies;
  const never = new AbortController().signal;
  for (let waitedMs = 0; ; waitedMs += offerAgainMs) {
    try {
      const kept = await journal.answer(paid.identity, paid.answer, paid.use);
      unkept.delete(paid.identity);
      return kept;
    } catch (error) {
      if (waitedMs >= leaseMs) {
        unkept.set(paid.identity, paid.answer);
        throw error;
      }
      await pause(dependencies, offerAgainMs, never);
    }
  }
}

/** Nobody sends any more: others need not wait. A journal in trouble changes nothing, the lease ends by itself. */
async function endLease(
  { journal, owner }: AskModelDependencies,
  identity: string,
  error: unknown,
): Promise<void> {
  const failedForCertain = error instanceof ModelError && !error.outcomeUnknown;
  const ended = failedForCertain
    ? journal.release(identity, owner)
    : journal.renew(identity, owner, 1);
  await ended.catch(() => undefined);
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
