import { isAlive, type ProcessFacts } from './process-table';

/** Between looks: one costs microseconds. */
const lookEveryMs = 20;

export interface EndWatch {
  /** Whether the process has ended, as of now. */
  readonly over: () => boolean;
  /** Nobody is told any more. */
  readonly stop: () => void;
}

/**
 * Calls `tell` once, a moment after this very process has ended: what it sent last arrives first. For processes that
 * are no children of ours, whose end the kernel tells others. Keeps no process of ours running.
 */
export function watchEnd(
  watched: Pick<ProcessFacts, 'pid' | 'started'>,
  tell: () => void,
): EndWatch {
  let wasOver = false;
  const timer = setInterval(() => {
    if (!wasOver) {
      wasOver = !isAlive(watched);
      return;
    }
    clearInterval(timer);
    tell();
  }, lookEveryMs);
  timer.unref();
  return { over: () => !isAlive(watched), stop: () => clearInterval(timer) };
}
