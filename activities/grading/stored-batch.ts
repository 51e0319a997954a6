import type { z } from 'zod';

import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { EspalierError } from '../../core/errors/errors';
import type { BlobStore } from '../../core/ports/records';
import { BatchVerdicts, GradingBatch } from '../../core/schemas/grading';

/** The stored text that a reference names is not a batch, or not the verdicts of a batch. */
export class BatchUnreadableError extends EspalierError {
  constructor(
    readonly sha256: string,
    what: string,
    cause: unknown,
  ) {
    super(`the stored text ${sha256} is not ${what}`, {
      code: 'BATCH_UNREADABLE',
      remedy: 'Store the batch with the same version of espalier that grades it',
      cause,
    });
  }
}

/** Stores a batch. Its sha256 is the input of the activity. */
export function keepBatch(blobs: BlobStore, batch: GradingBatch): Promise<string> {
  return blobs.put(canonicalJson(asJson(GradingBatch.parse(batch))));
}

/** @throws BlobMissingError, BatchUnreadableError */
export function readBatch(blobs: BlobStore, sha256: string): Promise<GradingBatch> {
  return readAs(blobs, sha256, { schema: GradingBatch, what: 'a grading batch' });
}

export function keepVerdicts(blobs: BlobStore, verdicts: BatchVerdicts): Promise<string> {
  return blobs.put(canonicalJson(asJson(verdicts)));
}

/** @throws BlobMissingError, BatchUnreadableError */
export function readVerdicts(blobs: BlobStore, sha256: string): Promise<BatchVerdicts> {
  return readAs(blobs, sha256, { schema: BatchVerdicts, what: 'the verdicts of a batch' });
}

async function readAs<T>(
  blobs: BlobStore,
  sha256: string,
  { schema, what }: { readonly schema: z.ZodType<T>; readonly what: string },
): Promise<T> {
  const text = await blobs.get(sha256);
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new BatchUnreadableError(sha256, what, error);
  }
}
