import type { CallUse } from '../../../core/adapters/journal';
import type { BatchForm, BatchedRequest } from '../../../core/adapters/model-batches';
import type { BlobStore } from '../../../core/ports/records';

/** A request of a batch with the use of its answer. */
export interface BatchCall extends Omit<BatchedRequest, 'context'> {
  readonly use: CallUse;
}

/** Everything that is needed to submit a batch again and to read its answers. It is stored before the batch is submitted. */
export interface BatchContent {
  readonly form: BatchForm;
  readonly calls: readonly BatchCall[];
}

export async function readContent(blobs: BlobStore, sha256: string): Promise<BatchContent> {
  return JSON.parse(await blobs.get(sha256)) as BatchContent;
}

export function requestsOf({ calls }: BatchContent): readonly BatchedRequest[] {
  return calls.map(({ identity, request, use }) => ({ identity, request, context: use.context }));
}
