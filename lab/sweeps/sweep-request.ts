import { z } from 'zod';

import { checkRequest } from '../planning/check-request';
import { name } from '../planning/request-members';
import { RunRequestSchema } from '../planning/run-request';
import type { RunRequest } from '../planning/run-request';

/** A grid of runs: every method on every data set with every model, and what else is said of each of them. */
export interface SweepRequest extends Omit<RunRequest, 'dataset' | 'method' | 'model'> {
  /** As of a run, each. */
  readonly dataset: readonly string[];
  /** As of a run, each. */
  readonly method: readonly string[];
  /** As of a run, each. */
  readonly model: readonly string[];
}

const names = z
  .array(name, { error: 'must be a list' })
  .min(1, 'names none')
  .refine((given) => new Set(given).size === given.length, 'has a member twice')
  .readonly();

export const SweepRequestSchema = RunRequestSchema.extend({
  dataset: names,
  method: names,
  model: names,
}) satisfies z.ZodType<unknown, SweepRequest>;

/** A request in which everything is said and in its range. */
export type CheckedSweep = z.output<typeof SweepRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkSweepRequest(request: SweepRequest): CheckedSweep {
  const says = { what: 'the request of a sweep', needs: 'dataset, method and model' };
  return checkRequest(SweepRequestSchema, request, says);
}
