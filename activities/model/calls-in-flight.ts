import { setTimeout as timer } from 'node:timers/promises';

import { CallInFlight } from './call-in-flight';
import type { CallSetting, ClaimedCall } from './call-in-flight';

/**
 * The model calls that this process has in flight, by identity. A call belongs to the process and not to the activity
 * that began it: activities time out, are torn down with their engine or asked to end with their worker, and the answer is
 * on its way and will be paid for all the same. Whoever asks the same meanwhile joins the call; it ends early only when a
 * workflow that asked wants no answer any more (a person has cancelled, a search has ended); and its answer is in the journal whatever became of those who asked.
 *
 * An entry stands until its answer is kept. One that the journal will not take (disk full, locked) is offered again for
 * as long as the process lives, and at its end once more, for as long as `drain` may take.
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

  /** Sends what its caller has claimed in the journal. */
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

  /**
   * Waits until every call has been answered and kept, or has failed, for at most so many ms; nothing is torn down then
   * either, but the process is about to end. Tells how many are still in flight.
   */
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

  /** Nothing is renewed or offered any more: the journal is about to be closed. */
  close(): void {
    this.closing.abort();
  }
}
