import { ApplicationFailure } from '@temporalio/workflow';

/** Tells a person that their update cannot take effect (any more), and why; `kind` tells programs. */
export function refuse(why: string, kind = 'impossible'): never {
  throw ApplicationFailure.nonRetryable(why, 'espalier.steering-refused', kind);
}
