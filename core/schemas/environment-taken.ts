import { z } from 'zod';

import { RepositoryProvenance, RepositoryStatus } from './environment';
import { Sha256 } from './sha256';

const Count = z.int().nonnegative();

/** A repository as it was read: stored as JSON, its files as a tar in the archives. */
export const TakenIn = z.strictObject({
  /** null: it goes on. */
  ended: RepositoryStatus.nullable(),
  /** null: nothing could be read. */
  tree: z
    .strictObject({
      /** Its `tree` names the tar: files and links of the tree, sorted, without times and owners. */
      repository: RepositoryProvenance,
      files: Count,
      bytes: Count,
      /** What builds that ask git for their version are told. */
      version: z.strictObject({
        /** `TAG-N-gHASH` by the nearest tag before the commit. */
        describe: z.string().nullable(),
        /** ISO time of the last change. */
        date: z.string().nullable(),
      }),
      /** What the tar lacks of the tree, in words. */
      lacks: z.string().nullable(),
      /** Of a person's folder, hidden files too: the same before it was read and after; null: nothing of a person's was read. */
      folder: Sha256.nullable(),
    })
    .nullable(),
});
export type TakenIn = z.infer<typeof TakenIn>;
