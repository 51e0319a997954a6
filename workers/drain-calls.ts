import type { CallsInFlight } from '../activities/model/calls-in-flight';
import { untilStopped } from './until-stopped';

export interface Draining {
  /** Calls that last longer are given up, ms. */
  readonly withinMs: number;
  /** Told how many calls are waited for, and in the end how many were given up. */
  readonly onDraining?: ((inFlight: number, phase: 'waiting' | 'given-up') => void) | undefined;
}

/** Waits for model calls, which are paid for, up to their time limit or the next signal. */
export async function drainCalls(
  calls: Pick<CallsInFlight, 'size' | 'drain'>,
  { withinMs, onDraining }: Draining,
): Promise<void> {
  if (calls.size === 0) return;
  onDraining?.(calls.size, 'waiting');
  await Promise.race([calls.drain(withinMs), untilStopped()]);
  if (calls.size > 0) onDraining?.(calls.size, 'given-up');
}
