import { ApplicationFailure } from '@temporalio/workflow';

/** Tells a person that their update cannot take effect (any more), and why. */
export function refuse(why: string): never {
  throw ApplicationFailure.nonRetryable(why, 'espalier.steering-refused');
}
