import { z } from 'zod';

import type { BatchLook } from '../../core/adapters/model-batches';

const Text = z.string().min(1).nullish().catch(null);
/** Unix time in seconds. */
const Seconds = z.number().nonnegative().nullish().catch(null);

/** The part of a batch that we read; everything else an endpoint adds is let through. */
const BatchRecord = z.object({
  id: z.string().min(1),
  status: z.string(),
  created_at: Seconds,
  completed_at: Seconds,
  expired_at: Seconds,
  failed_at: Seconds,
  cancelled_at: Seconds,
  input_file_id: Text,
  output_file_id: Text,
  error_file_id: Text,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  errors: z
    .object({ data: z.array(z.object({ message: Text, code: Text })).nullish() })
    .nullish()
    .catch(null),
});
export type BatchRecord = z.infer<typeof BatchRecord>;

const BatchPage = z.object({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish().catch(null),
});

/** null: it is not a batch. */
export function readBatch(json: unknown): BatchRecord | null {
  const parsed = BatchRecord.safeParse(json);
  return parsed.success ? parsed.data : null;
}

const FileRecord = z.object({ id: z.string().min(1) });

/** The name of a file. null: it is not a file. */
export function readFile(json: unknown): string | null {
  const parsed = FileRecord.safeParse(json);
  return parsed.success ? parsed.data.id : null;
}

/** null: it is not a list of batches. */
export function readBatchPage(
  json: unknown,
): { readonly batches: readonly BatchRecord[]; readonly hasMore: boolean } | null {
  const parsed = BatchPage.safeParse(json);
  if (!parsed.success) return null;
  const { data, has_more: hasMore } = parsed.data;
  return { batches: data.flatMap((one) => readBatch(one) ?? []), hasMore: hasMore === true };
}

const endedStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled']);

/** OpenAI limits the tokens of all batches of a model that wait. */
const overLimitCode = 'token_limit_exceeded';

export function lookAt(batch: BatchRecord): Exclude<BatchLook, { kind: 'gone' }> {
  if (!endedStatuses.has(batch.status)) return { kind: 'open' };
  const { completed_at, expired_at, failed_at, cancelled_at, created_at } = batch;
  const ended = completed_at ?? expired_at ?? failed_at ?? cancelled_at ?? created_at ?? 0;
  return {
    kind: 'ended',
    status: batch.status,
    input: batch.input_file_id ?? null,
    files: [batch.output_file_id, batch.error_file_id].filter((file) => typeof file === 'string'),
    tookMs: Math.max(0, ended - (created_at ?? ended)) * 1000,
    isOverLimit: (batch.errors?.data ?? []).some(({ code }) => code === overLimitCode),
    words: batch.errors?.data?.[0]?.message ?? null,
  };
}
