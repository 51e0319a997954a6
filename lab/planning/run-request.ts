import { z } from 'zod';

import { checkRequest } from './check-request';
import { membersOf } from './request-options';
import { runOptions } from './run-options';

/** Checks requests of the library and flags of commands. */
export const RunRequestSchema = z.strictObject(membersOf(runOptions));

/** Options of a run, by name: `run-options.ts` has the meaning, range and default of each. Only the data set and the model are required. */
export type RunRequest = Readonly<z.input<typeof RunRequestSchema>>;

/** A request with its defaults filled in. */
export type CheckedRequest = z.output<typeof RunRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkRunRequest(request: RunRequest): CheckedRequest {
  const says = { what: 'the request of a run', needs: 'dataset and model' };
  return checkRequest(RunRequestSchema, request, says);
}
