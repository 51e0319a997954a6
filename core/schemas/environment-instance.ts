import { z } from 'zod';

import { retrievalModes } from '../names/retrieval-modes';
import { docstringFaults } from '../names/docstring-faults';
import { RepositoryProvenance } from './environment';
import { Harness, HarnessMeasures } from './environment-harness';
import { SliceFragment } from './slice-fragment';
import { Sha256 } from './sha256';

export const RetrievalMode = z.enum(retrievalModes);

/** What a model can be asked: docstring and signature, the repository without the body, and an accepted harness. */
export const Instance = z.strictObject({
  format: z.literal(1),
  /** `<repository>@<commit>::<path>::<qualname>#<n>`. */
  id: z.string().min(1),
  repository: RepositoryProvenance,
  environment: z.strictObject({ sha256: Sha256, lock: Sha256, python: z.string() }),
  definition: z.strictObject({
    path: z.string().min(1),
    module: z.string().min(1),
    qualname: z.string().min(1),
    name: z.string().min(1),
    className: z.string().min(1).nullable(),
    lines: z.strictObject({ first: z.int().positive(), last: z.int().positive() }),
    signature: z.string().min(1),
    /** The definition as it is. Never shown. */
    source: z.string().min(1),
    /** The same with its docstring, and a body that raises. */
    stub: z.string().min(1),
    /** ISO time of the last change of its lines; null: nobody knows, as a tree is taken in without its history. */
    changed: z.iso.datetime({ offset: true }).nullable(),
  }),
  docstring: z.strictObject({
    text: z.string(),
    /** `original`: as the repository has it. */
    by: z.enum(['original', 'refined']),
    /** What the checks say of it still. */
    faults: z.array(z.enum(docstringFaults)),
    /** Programs written from it alone, and how many of them the harness accepts; absent: nobody was asked. */
    written: z
      .strictObject({ samples: z.int().positive(), accepted: z.int().nonnegative() })
      .optional(),
    /** A refined one that does not stand, and what speaks against it. */
    refused: z
      .strictObject({
        text: z.string(),
        complaints: z.array(z.strictObject({ fault: z.enum(docstringFaults), words: z.string() })),
      })
      .optional(),
    /** A model was to refine it, and gave nothing that could be checked. */
    unanswered: z.enum(['over-budget', 'no-docstring']).optional(),
  }),
  /** What may be shown beside the stub (core/repository/retrieval.ts). */
  contexts: z.strictObject({ dependency: z.array(SliceFragment), full: z.array(SliceFragment) }),
  harness: Harness,
  /** sha256 of the records of the original, in the store. */
  expected: Sha256,
  /** sha256 of the stored `GradedHarness`: what a run on it needs to grade candidates. */
  graded: Sha256,
  measures: HarnessMeasures,
});
export type Instance = z.infer<typeof Instance>;

/** JSON Schema (2020-12) of an exported instance, for readers that are not ours. */
export function instanceJsonSchema(): object {
  return z.toJSONSchema(Instance);
}
