import { z } from 'zod';

import { filterFlags } from '../../names/filters';
import { generators } from '../../names/harness-plan';
import { RepositoryInput, RepositoryProvenance, RepositoryStatus } from '../../schemas/environment';
import { Sha256 } from '../../schemas/sha256';

const Share = z.number().min(0).max(1);
const Count = z.int().nonnegative();

/** What an environment run's part of a run's configuration is. */
export const environmentMembers = {
  kind: z.literal('environment'),
  environment: z.strictObject({
    /** By the id that the run knows each repository by. */
    sources: z.record(
      z.string(),
      z.strictObject({
        input: RepositoryInput,
        /** Stored `TakenIn` of a folder, which was read when the run was planned; absent: an activity takes it in. */
        taken: Sha256.optional(),
      }),
    ),
    /** Who makes cases, in this order. */
    generators: z.array(z.enum(generators)).min(1),
    /** Rounds of the model. */
    maxRounds: z.int().min(1).max(20),
    /** Filters that are left out. */
    disabledFilters: z.array(z.enum(filterFlags)),
    /** Ids (`path::qualname#n`, or its beginning) of the only functions that harnesses are built for; absent: all that pass. */
    only: z.array(z.string().min(1)).optional(),
    /** Harnesses for so many functions of each repository at most; absent: for all. */
    most: z.int().positive().optional(),
    gates: z.strictObject({ coverage: Share, mutation: Share }),
    /** The index as it was at this time, so that a second build installs the same. */
    indexUntil: z.iso.datetime(),
    /** Whether a model refines docstrings. */
    docstrings: z.boolean(),
    /** Programs that are written from each docstring alone, to see whether it says enough; absent: 3. */
    specSamples: z.int().min(0).max(20).optional(),
    /** What model calls for one repository may come to, read back or paid; absent members: no limit. */
    budget: z
      .strictObject({
        calls: Count.optional(),
        tokens: Count.optional(),
        costUsd: z.number().nonnegative().optional(),
      })
      .optional(),
  }),
};

/** What a repository came to. */
export const EnvironmentOutcome = z.strictObject({
  kind: z.literal('environment'),
  status: RepositoryStatus.nullable(),
  repository: RepositoryProvenance.nullable(),
  /** sha256 of the installed tree; null: it was not installed. */
  environment: Sha256.nullable(),
  counts: z.strictObject({
    definitions: Count,
    /** Those that pass the filters. */
    candidates: Count,
    accepted: Count,
    rejected: Count,
  }),
});
export type EnvironmentOutcome = z.infer<typeof EnvironmentOutcome>;

/** What a model call of it was used for. */
export const EnvironmentPurpose = z.object({
  kind: z.literal('environment'),
  /** `<path>::<qualname>#<n>` of the function, and what was asked of it: `…/cases/2`, `…/docstring/1`. */
  request: z.string(),
});

export const environmentSchemas = {
  config: environmentMembers,
  outcome: EnvironmentOutcome,
  purpose: EnvironmentPurpose,
  steering: null,
} as const;
