import type { RunRecord } from '../ports/records';
import { isNotBegun } from '../work/not-begun';
import { isWaitingForKey } from './waits-for-key';

/**
 * Whether the supervisor continues a run that does not continue by itself: it is under way, it waits for a key, or a command
 * that was to restart its work did not get so far. Any other pause is for a person to end.
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
