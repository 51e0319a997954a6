import { z } from 'zod';

import { methodNames } from '../../core/kinds/kinds';
import { checkRequest } from '../planning/check-request';
import { name } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

const names = z
  .array(name, { error: 'must be a list' })
  .min(1, 'names none')
  .refine((given) => new Set(given).size === given.length, 'has a member twice')
  .readonly();

/** Options of a sweep: lists where a run has one data set, model and method, else those of each of its runs. */
export const sweepOptions = {
  ...runOptions,
  dataset: {
    schema: names,
    value: '<names>',
    help: `${runOptions.dataset.help}; separate several with commas`,
  },
  model: {
    schema: names,
    value: '<specs>',
    help: `${runOptions.model.help}; separate several with commas, or repeat --model`,
  },
  method: {
    schema: names,
    value: '<names>',
    help: `methods, separated by commas: ${methodNames.join(', ')}`,
  },
} as const satisfies RequestOptions;

export const SweepRequestSchema = z.strictObject(membersOf(sweepOptions));

/** A grid of runs: every method on every data set with every model, and what else is said of each of them. */
export type SweepRequest = Readonly<z.input<typeof SweepRequestSchema>>;

/** A request in which everything is said and in its range. */
export type CheckedSweep = z.output<typeof SweepRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkSweepRequest(request: SweepRequest): CheckedSweep {
  const says = { what: 'the request of a sweep', needs: 'dataset, method and model' };
  return checkRequest(SweepRequestSchema, request, says);
}
