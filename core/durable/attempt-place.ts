import type { AttemptKey } from './attempt-key';

/** The attempt of a key, without the generation: later work finds what is stored under it. */
export function attemptPlace({
  run,
  problem,
  sample,
}: AttemptKey): Pick<AttemptKey, 'run' | 'problem' | 'sample'> {
  return { run, problem, sample };
}
