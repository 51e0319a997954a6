import { setTimeout as sleep } from 'node:timers/promises';

import { isBusy } from './translate-error';

/** SQLite's own wait blocks process and heartbeats: enough for a usual transaction (under 1 ms). Longer waits are slept. */
export const BLOCKING_WAIT_MS = 5;
const PAUSE_MS = 5;

/** Runs `step` until it does not meet a lock, for at most `busyTimeoutMs`; then the last error is thrown. */
export async function retryWhileBusy<T>(step: () => T, busyTimeoutMs: number): Promise<T> {
  const startedAtMs = performance.now();
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAtMs >= busyTimeoutMs) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
