import { z } from 'zod';

import { checkRequest } from '../planning/check-request';
import { atATime, choice, freshName, name, numberIn } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

/** Every option of `dataset build`, in the order of the help. */
export const datasetOptions = {
  model: { ...runOptions.model, help: 'model for every role that the recipe names no model for' },
  limit: {
    schema: numberIn({ least: 1, most: 1_000_000, whole: true }).optional(),
    value: '<n>',
    help: 'read at most n rows of each source',
  },
  maxTokens: runOptions.maxTokens,
  concurrency: {
    schema: atATime.default(8),
    value: '<n>',
    help: 'dialogues to work on at the same time',
  },
  reuse: { schema: choice.default(true), help: 'do not use answers that other runs have paid for' },
  fresh: { schema: freshName.optional(), value: '<name>', help: 'start a new run under this name' },
} as const satisfies RequestOptions;

export const DatasetRequestSchema = z.strictObject({
  /** Path of a recipe, YAML or JSON. */
  recipe: name,
  ...membersOf(datasetOptions),
});

/** What a data set is made of. Only the recipe and the model are required. */
export type DatasetRequest = Readonly<z.input<typeof DatasetRequestSchema>>;
export type CheckedDatasetRequest = z.output<typeof DatasetRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkDatasetRequest(request: DatasetRequest): CheckedDatasetRequest {
  return checkRequest(DatasetRequestSchema, request, {
    what: 'the request of a data set',
    needs: 'recipe and model',
  });
}
