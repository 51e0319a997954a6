import type { JobEnd } from '../adapters/repository';

/** Whether a busy machine may have ended a job, and not what it ran: anything but an end of its own, or its processor's time. */
export function wasStopped(end: JobEnd): boolean {
  if (end.kind === 'timed-out') return end.cause === 'wall';
  return end.kind === 'killed-by-signal' || end.kind === 'memory-limit';
}
