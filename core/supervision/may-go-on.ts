import type { RunRecord } from '../ports/records';
import { isNotBegun } from '../work/not-begun';
import { isWaitingForKey } from './waits-for-key';

/** Whether the supervisor continues a run: it is under way, waits for a key, or a command's restart of it broke off. */
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
