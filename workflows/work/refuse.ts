import { ApplicationFailure } from '@temporalio/workflow';

/** Tells a person that an update cannot take effect, or can no longer, and why. Programs read `kind`. */
export function refuse(why: string, kind = 'impossible'): never {
  throw ApplicationFailure.nonRetryable(why, 'espalier.steering-refused', kind);
}
