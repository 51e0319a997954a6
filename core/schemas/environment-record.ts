import { z } from 'zod';

import { caseRecordOf } from '../python-values/case-record';
import type { CaseRecord as Recorded } from '../python-values/case-record';
import { treeFault } from '../python-values/walk-tree';
import type { Tree as OutcomeTree } from '../python-values/python-value';

/** An outcome; read without recursion, since trees are as deep as programs make them. */
export const Tree = z.custom<OutcomeTree>(
  (value) => value !== undefined && treeFault(value) === null,
  'no outcome tree',
);

/** What a case came to; what a run says beside it for people is taken off. */
export const CaseRecord = z.unknown().transform((value, context): Recorded => {
  const record = caseRecordOf(value);
  if (record !== null) return record;
  context.addIssue({ code: 'custom', message: 'no record of a case' });
  return z.NEVER;
});
export type CaseRecord = z.infer<typeof CaseRecord>;
