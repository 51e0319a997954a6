import { EspalierError } from '../../core/errors/errors';
import type { CallUse, Journal } from '../../core/adapters/journal';
import type { ModelClient, RequestFate } from '../../core/adapters/model';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { ModelCancelledError } from '../../llm/failures/errors';
import type { LiveAnswer } from './live-answer';

/** A request whose row in the journal belongs to this process. */
export interface ClaimedCall {
  readonly journal: Journal;
  readonly client: ModelClient;
  readonly identity: string;
  readonly request: ModelRequest;
  readonly use: CallUse;
  readonly owner: string;
  /** Length of the lease without renewal. It is renewed after every third of this time. */
  readonly leaseMs: number;
  /** The caller that starts the call watches it: if the endpoint can stream, the answer arrives in pieces. */
  readonly streams: boolean;
}

export interface CallSetting {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Aborted when this process stores nothing any more. */
  readonly closing: AbortSignal;
}

export interface Asker {
  /** Name of the caller. It is the same when the caller asks again. */
  readonly scope: string;
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
  /** Whether the caller left because no answer is wanted. Then the call ends, unless others wait for it. */
  readonly unwanted: () => Promise<boolean>;
  readonly live?: LiveAnswer | undefined;
}

/** Interval at which an answer that the journal did not take is offered again, in ms. */
const offerAgainMs = 250;

/** One model call, from the request until its answer is stored. */
export class CallInFlight {
  /** Settles when the answer is stored (resolves with the answer that counts), or there will be none. */
  readonly ended: Promise<ModelAnswer>;
  private readonly answered: Promise<unknown>;
  private readonly askers = new Set<Asker>();
  private readonly cancelling = new AbortController();
  /** HTTP requests that the journal has not been told of. */
  private readonly requests: RequestFate[] = [];
  /** The text so far, for watchers that come later. */
  private written = '';
  /** Callers that left and will ask again. */
  private readonly expected = new Set<string>();
  /** Aborted when there is nothing to renew: the answer is stored, or there will be none. */
  private readonly settled = new AbortController();
  /** The error of the last offer to the journal. */
  private trouble: Error | null = null;

  constructor(
    private readonly claimed: ClaimedCall,
    private readonly setting: CallSetting,
  ) {
    const answering = this.send();
    this.answered = answering;
    this.ended = answering.then((answer) => this.keep(answer));
    // Callers are told how it ended. There may be no callers.
    this.ended.catch(() => undefined);
  }

  /**
   * A caller that leaves early does not end the call. @throws the error of sending; the error of the journal when it has not
   * taken the answer for the length of a lease; ModelCancelledError when `asker.signal` is aborted
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
        // A call that ends with its last caller reports its end itself, because its answer may have arrived at the same
        // moment.
        if (unwanted && this.askers.size + this.expected.size === 0) this.cancelling.abort();
        else reject(this.cancelled('nobody waits for it here any more, and it goes on'));
      };
      const onAbort = (): void => void leave();
      if (asker.signal.aborted) onAbort();
      else asker.signal.addEventListener('abort', onAbort, { once: true, signal: gone });
    });
  }

  /** The answer is offered to the journal even after the last caller has left. */
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
      // A renewal that is still under way would lengthen a lease that is to end.
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
      // If another owner took the row, both answers count: the first is used, and the other is stored as paid. If the store
      // has trouble now, the next renewal may succeed. Ending a paid call would not help in either case.
      await journal.renew(identity, owner, leaseMs).catch(() => false);
    }
  }

  /** Repeats until the journal takes the answer. The answer is paid for, and this is the only copy. */
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

  /** The store was restored to a time before this request. The paid answer is stored all the same. */
  private async claimAnew(): Promise<void> {
    const { journal, identity, request, use, owner, leaseMs } = this.claimed;
    await journal.claim({ identity, request, use, owner, leaseMs }).catch(() => undefined);
  }

  /** Nobody sends any more, so others need not wait. If the journal has trouble, the lease ends by itself. */
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
