import type { JobEnd } from '../adapters/repository';

/** Whether a busy machine, not the code, may have ended a job: any end except an exit or the limit of processor time. */
export function wasStopped(end: JobEnd): boolean {
  if (end.kind === 'timed-out') return end.cause === 'wall';
  return end.kind === 'killed-by-signal' || end.kind === 'memory-limit';
}
