import type { RunRecord } from '../ports/records';
import { isNotBegun } from '../work/not-begun';
import { isWaitingForKey } from './waits-for-key';

/**
 * Whether a run is gone on with when it does not by itself: it is under way, waits for a key, or had been worked on and whoever was
 * to begin that again did not get so far. Whatever else has paused a run is a person's to mend.
 */
export function mayGoOn(run: Pick<RunRecord, 'status' | 'reason' | 'bundle'>): boolean {
  const { status, reason, bundle } = run;
  if (status === 'running') return true;
  return (isNotBegun(run) && bundle !== null) || isRunWaitingForKey({ status, reason });
}

export function isRunWaitingForKey({
  status,
  reason,
}: Pick<RunRecord, 'status' | 'reason'>): boolean {
  return status === 'paused' && isWaitingForKey(reason ?? '');
}
