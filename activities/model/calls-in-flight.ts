import { setTimeout as timer } from 'node:timers/promises';

import { CallInFlight } from './call-in-flight';
import type { CallSetting, ClaimedCall } from './call-in-flight';

/**
 * The model calls in flight, by identity. A call belongs to the process, not to its activity, which may end while a paid
 * answer is on its way. A caller with the same request joins the call. It ends early only when a workflow wants no answer
 * any more. The answer is stored whatever happens to the callers. One that the journal does not take (disk full, locked) is
 * offered again as long as the process lives, and once more at its end, for at most the time of `drain`.
 */
export class CallsInFlight {
  private readonly calls = new Map<string, CallInFlight>();
  private readonly closing = new AbortController();
  private readonly setting: CallSetting;

  /** @param sleep ends early, by resolving or rejecting, when its signal is aborted. Default: a timer */
  constructor(
    sleep: CallSetting['sleep'] = (ms, signal) => timer(ms, undefined, { signal, ref: false }),
  ) {
    this.setting = { sleep, closing: this.closing.signal };
  }

  get size(): number {
    return this.calls.size;
  }

  find(identity: string): CallInFlight | undefined {
    return this.calls.get(identity);
  }

  begin(claimed: ClaimedCall): CallInFlight {
    const call = new CallInFlight(claimed, this.setting);
    const { identity } = claimed;
    this.calls.set(identity, call);
    const gone = (): void => {
      if (this.calls.get(identity) === call) this.calls.delete(identity);
    };
    call.ended.then(gone, gone);
    return call;
  }

  /** Waits at most this time until every call has failed or is stored; ends none. Returns the number still in flight. */
  async drain(withinMs: number): Promise<number> {
    const over = new AbortController();
    const all = (): Promise<unknown> =>
      Promise.allSettled([...this.calls.values()].map(({ ended }) => ended));
    await Promise.race([
      all(),
      timer(withinMs, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    return this.calls.size;
  }

  /** Stops renewals and offers, because the journal is about to be closed. */
  close(): void {
    this.closing.abort();
  }
}
