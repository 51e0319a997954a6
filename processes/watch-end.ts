import { isAlive, type ProcessFacts } from './process-table';

/** Between looks: one costs microseconds. */
const lookEveryMs = 15;
/** For what it sent last to arrive. */
const graceMs = 5;

export interface EndWatch {
  /** Whether the process has ended, as of now. */
  readonly over: () => boolean;
  /** Nobody is told any more. */
  readonly stop: () => void;
}

/** Calls `tell` once, a moment after a process, no child of ours, has ended. Keeps no process of ours running. */
export function watchEnd(
  watched: Pick<ProcessFacts, 'pid' | 'started'>,
  tell: () => void,
): EndWatch {
  let grace: NodeJS.Timeout | undefined;
  const looks = setInterval(() => {
    if (isAlive(watched)) return;
    clearInterval(looks);
    grace = setTimeout(tell, graceMs).unref();
  }, lookEveryMs);
  looks.unref();
  const stop = (): void => {
    clearInterval(looks);
    clearTimeout(grace);
  };
  return { over: () => !isAlive(watched), stop };
}
