import { toFile } from 'openai';

import type {
  BatchSubmission,
  BatchedRequest,
  ModelBatches,
} from '../../core/adapters/model-batches';
import { batchLine, batchPaths } from './batch-lines';
import { readFile } from './batch-record';
import { refusal } from './batch-refusal';
import { batchIn, failure, jsonIn, nonsense } from './batching';
import type { Batching } from './batching';

/** Name of our token in the metadata of a batch. */
export const tokenKey = 'espalier';

/** Uploads a file of requests and makes a batch from it. */
export async function submit(
  batching: Batching,
  requests: readonly BatchedRequest[],
  form: Parameters<ModelBatches['submit']>[1],
): Promise<BatchSubmission> {
  const { openai, options } = batching;
  const { token, model, mayMake = () => Promise.resolve(true) } = form;
  const lineOptions = { ...options, ...form };
  const text = requests.map((one) => `${batchLine(one, lineOptions)}\n`).join('');
  let input: string | null;
  try {
    const file = await toFile(Buffer.from(text), `espalier-${token}.jsonl`);
    const kept = await openai.files.create({ file, purpose: 'batch' }).asResponse();
    input = readFile(await jsonIn(batching, kept, model));
    if (input === null) throw nonsense(batching, 'something else than a file', model);
  } catch (error) {
    return refusal(failure(batching, error, model));
  }
  if (await mayMake()) return make(batching, input, form);
  await remove(batching, input);
  return { kind: 'stopped' };
}

async function make(
  batching: Batching,
  input: string,
  { token, task, model }: Parameters<ModelBatches['submit']>[1],
): Promise<BatchSubmission> {
  try {
    const made = await batching.openai.batches
      .create(
        {
          ...{ input_file_id: input, endpoint: batchPaths[task], completion_window: '24h' },
          metadata: { [tokenKey]: token },
        },
        { headers: { 'Idempotency-Key': token } },
      )
      .asResponse();
    return { kind: 'submitted', id: (await batchIn(batching, made, model)).id };
  } catch (error) {
    const failed = failure(batching, error, model);
    const refused = refusal(failed);
    await remove(batching, input);
    // The file was taken a moment ago, so 404 may speak of the file.
    return { ...refused, isUnsupported: refused.isUnsupported && failed.status !== 404 };
  }
}

export async function remove({ openai }: Batching, file: string): Promise<void> {
  // It costs nothing to leave it there.
  await openai.files.delete(file).catch(() => null);
}
