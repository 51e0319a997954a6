import type { AttemptKey } from './attempt-key';

/** Which attempt a key names, whoever works on it: what is kept by this is found by later work as well. */
export function attemptPlace({
  run,
  problem,
  sample,
}: AttemptKey): Pick<AttemptKey, 'run' | 'problem' | 'sample'> {
  return { run, problem, sample };
}
