import { z } from 'zod';

import { verdictKinds } from './verdict';

/** A visible test that the problem's own reference fails: right programs fail it, so that it would mislead every search. */
export const DroppedTest = z.strictObject({
  /** Among the visible tests that the problem came with, from 0. */
  place: z.int().nonnegative(),
  /** The test as it was shown, shortened; of a whole program its number. */
  test: z.string(),
  /** What became of the reference there. */
  became: z.enum(verdictKinds),
});
export type DroppedTest = z.infer<typeof DroppedTest>;

/** Which visible tests of a problem a run shows: all that it came with but those that its reference fails. */
export const ShownTests = z.strictObject({
  /** How many it came with. */
  of: z.int().nonnegative(),
  dropped: z.array(DroppedTest),
});
export type ShownTests = z.infer<typeof ShownTests>;
