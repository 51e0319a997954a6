import { EspalierError } from '../../core/errors/errors';
import type { CallUse, Journal } from '../../core/adapters/journal';
import type { ModelClient, RequestFate } from '../../core/adapters/model';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { ModelCancelledError } from '../../llm/failures/errors';
import type { LiveAnswer } from './live-answer';

/** A request whose row in the journal is ours. */
export interface ClaimedCall {
  readonly journal: Journal;
  readonly client: ModelClient;
  readonly identity: string;
  readonly request: ModelRequest;
  readonly use: CallUse;
  readonly owner: string;
  /** How long the row is ours without renewal; renewed every third of it. */
  readonly leaseMs: number;
  /** Whoever begins it looks on: the answer is asked for piece by piece where the endpoint can. */
  readonly streams: boolean;
}

export interface CallSetting {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Aborted when this process keeps nothing any more. */
  readonly closing: AbortSignal;
}

/** Somebody who waits for the answer. */
export interface Asker {
  /** Names who asks, and the same when they ask again. */
  readonly scope: string;
  /** Aborted when it waits no more. */
  readonly signal: AbortSignal;
  /** Whether that is because no answer is wanted: then the call ends, unless others wait for it. */
  readonly unwanted: () => Promise<boolean>;
  readonly live?: LiveAnswer | undefined;
}

/** How often an answer that the journal would not take is offered again, ms. */
const offerAgainMs = 250;

/** One model call, from its sending until its answer is kept. */
export class CallInFlight {
  /** Settles when nothing is left to do: the answer is kept (the one that stands is told), or there will be none. */
  readonly ended: Promise<ModelAnswer>;
  private readonly answered: Promise<unknown>;
  private readonly askers = new Set<Asker>();
  private readonly cancelling = new AbortController();
  /** HTTP requests so far, as far as the journal has not been told of them. */
  private readonly requests: RequestFate[] = [];
  /** What the model has written, for those who come later to look on. */
  private written = '';
  /** Who has left, and will ask again. */
  private readonly expected = new Set<string>();
  /** Aborted when nothing is left to renew: the answer is kept, or there will be none. */
  private readonly settled = new AbortController();
  /** Why the journal did not take the answer when it was offered last. */
  private trouble: Error | null = null;

  constructor(
    private readonly claimed: ClaimedCall,
    private readonly setting: CallSetting,
  ) {
    const answering = this.send();
    this.answered = answering;
    this.ended = answering.then((answer) => this.keep(answer));
    // Those who ask are told how it ended, and there may be nobody.
    this.ended.catch(() => undefined);
  }

  /**
   * The answer, once it is kept. Leaving before that leaves the call alone.
   * @throws what sending failed with; what the journal says when it has not taken the answer for as long as a lease;
   * ModelCancelledError when `asker.signal` is aborted
   */
  async join(asker: Asker): Promise<ModelAnswer> {
    const gone = new AbortController();
    if (this.written !== '') asker.live?.onText(this.written);
    this.askers.add(asker);
    this.expected.delete(asker.scope);
    try {
      return await Promise.race([this.outcome(gone.signal), this.leaving(asker, gone.signal)]);
    } finally {
      gone.abort();
      this.askers.delete(asker);
    }
  }

  private leaving(asker: Asker, gone: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      const leave = async (): Promise<void> => {
        const unwanted = await asker.unwanted();
        this.askers.delete(asker);
        if (unwanted) this.expected.delete(asker.scope);
        else this.expected.add(asker.scope);
        // A call that ends with its last asker says itself how: its answer may have come at the same moment.
        if (unwanted && this.askers.size + this.expected.size === 0) this.cancelling.abort();
        else reject(this.cancelled('nobody waits for it here any more, and it goes on'));
      };
      const onAbort = (): void => void leave();
      if (asker.signal.aborted) onAbort();
      else asker.signal.addEventListener('abort', onAbort, { once: true, signal: gone });
    });
  }

  /** An answer is worth more than its asker's patience: when that has ended the journal is still offered it. */
  private async outcome(gone: AbortSignal): Promise<ModelAnswer> {
    await this.answered;
    const patience = async (): Promise<never> => {
      for (;;) {
        await this.pause(this.claimed.leaseMs, gone);
        if (gone.aborted) throw this.cancelled('its answer is kept');
        if (this.trouble !== null) throw this.trouble;
      }
    };
    return Promise.race([this.ended, patience()]);
  }

  private async send(): Promise<ModelAnswer> {
    const { client, request, identity, use, streams } = this.claimed;
    const renewing = this.renewLease();
    try {
      return await client.send(request, {
        identity,
        context: use.context,
        signal: this.cancelling.signal,
        onRequest: (fate) => this.requests.push(fate),
        ...(streams ? { onText: (piece) => this.tell(piece) } : {}),
      });
    } catch (error) {
      for (const { live } of this.askers) live?.onRestart();
      this.settled.abort();
      // A renewal still under way would lengthen the lease that is to end.
      await renewing;
      await this.release();
      throw error;
    }
  }

  private tell(piece: string): void {
    this.written += piece;
    for (const { live } of this.askers) live?.onText(piece);
  }

  private async renewLease(): Promise<void> {
    const { journal, identity, owner, leaseMs } = this.claimed;
    const { signal } = this.settled;
    for (;;) {
      await this.pause(leaseMs / 3, signal);
      if (signal.aborted || this.setting.closing.aborted) return;
      // When somebody has taken the row over, both answers count: the first stands, the other is kept as paid. And a store
      // in trouble now may be well at the next renewal: ending a call that is being paid for helps nobody.
      await journal.renew(identity, owner, leaseMs).catch(() => false);
    }
  }

  /** Until the journal takes it: an answer is paid for, and this is all there is of it. */
  private async keep(answer: ModelAnswer): Promise<ModelAnswer> {
    const { journal, identity, use } = this.claimed;
    for (;;) {
      try {
        const standing = await journal.answer(identity, answer, { use, requests: this.requests });
        this.settled.abort();
        return standing;
      } catch (error) {
        this.trouble = error instanceof Error ? error : new Error(String(error));
        if (this.setting.closing.aborted) throw this.trouble;
        if (isMissing(error)) await this.claimAnew();
      }
      await this.pause(offerAgainMs, this.setting.closing);
    }
  }

  /** The store was put back to a time before this was asked: what is paid for is kept all the same. */
  private async claimAnew(): Promise<void> {
    const { journal, identity, request, use, owner, leaseMs } = this.claimed;
    await journal.claim({ identity, request, use, owner, leaseMs }).catch(() => undefined);
  }

  /** Nobody sends any more: others need not wait. A journal in trouble changes nothing, the lease ends by itself. */
  private async release(): Promise<void> {
    const { journal, identity, owner, use } = this.claimed;
    const told = { owner, use, requests: this.requests };
    await journal.release(identity, told).catch(() => undefined);
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.setting.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private cancelled(words: string): ModelCancelledError {
    const { request } = this.claimed;
    return new ModelCancelledError({
      endpoint: request.logicalEndpoint,
      model: request.model,
      words,
    });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof EspalierError && error.code === 'RECORD_MISSING';
}
