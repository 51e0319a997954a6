import { z } from 'zod';

import { filterIds } from '../names/filters';
import { RepositoryStatus } from './environment';
import { HarnessReason } from './environment-harness';

/** Where a definition is, or was left out; every one of a repository has one of these. */
export const FunnelEntry = z.discriminatedUnion('stage', [
  z.strictObject({
    stage: z.literal('filtered'),
    id: z.string().min(1),
    filter: z.enum(filterIds),
    /** The definition that it is a near duplicate of. */
    of: z.string().min(1).optional(),
  }),
  /** Passes the filters, and the run wants no harness for it: `only`, `most`. */
  z.strictObject({ stage: z.literal('not-asked'), id: z.string().min(1) }),
  /** Its harness is being built, or is to be. */
  z.strictObject({ stage: z.literal('waiting'), id: z.string().min(1) }),
  z.strictObject({
    stage: z.literal('rejected'),
    id: z.string().min(1),
    reason: HarnessReason,
    /** Some of its cases ran to an end: R2E's denominator counts it. */
    runnable: z.boolean(),
  }),
  z.strictObject({
    stage: z.literal('accepted'),
    id: z.string().min(1),
    harness: z.string().min(1),
  }),
]);
export type FunnelEntry = z.infer<typeof FunnelEntry>;

/** One repository and everything that was found in it. */
export const RepositoryFunnel = z.strictObject({
  repository: z.string().min(1),
  /** null: it has not ended. */
  status: RepositoryStatus.nullable(),
  entries: z.array(FunnelEntry),
});
export type RepositoryFunnel = z.infer<typeof RepositoryFunnel>;
