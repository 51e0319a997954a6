import { z } from 'zod';

import { filterFlags } from '../../names/filters';
import { generators } from '../../names/harness-plan';
import { RepositoryInput, RepositoryProvenance, RepositoryStatus } from '../../schemas/environment';
import { Sha256 } from '../../schemas/sha256';

const Share = z.number().min(0).max(1);
const Count = z.int().nonnegative();

/** The part of the configuration of a run for environments. */
export const environmentMembers = {
  kind: z.literal('environment'),
  environment: z.strictObject({
    /** Repositories by their id in the run. */
    sources: z.record(
      z.string(),
      z.strictObject({
        input: RepositoryInput,
        /** Stored `TakenIn` of a folder read at planning. Absent: an activity takes the source in. */
        taken: Sha256.optional(),
      }),
    ),
    /** Generators of cases, in this order. */
    generators: z.array(z.enum(generators)).min(1),
    maxRounds: z.int().min(1).max(20),
    /** Filters that are left out. */
    disabledFilters: z.array(z.enum(filterFlags)),
    /** Ids (`path::qualname#n`, or its beginning) of the only functions that harnesses are built for; absent: all that pass. */
    only: z.array(z.string().min(1)).optional(),
    /** Maximum number of functions of each repository that get a harness. Absent: no limit. */
    most: z.int().positive().optional(),
    gates: z.strictObject({ coverage: Share, mutation: Share }),
    /** The package index as it was at this time, so that a second build installs the same. */
    indexUntil: z.iso.datetime(),
    /** Version of the interpreter, `3.9` or `3.9.18`. Absent: the interpreter of the cells. */
    python: z.string().min(1).optional(),
    /** Whether a model refines docstrings. */
    docstrings: z.boolean(),
    /** Number of programs to write from each docstring alone, to measure its sufficiency. Absent: 3. */
    specSamples: z.int().min(0).max(20).optional(),
    /** Limits of the model calls for one repository, read back or paid. Absent members: no limit. */
    budget: z
      .strictObject({
        calls: Count.optional(),
        tokens: Count.optional(),
        costUsd: z.number().nonnegative().optional(),
      })
      .optional(),
  }),
};

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

/** Purpose of a model call. */
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
