import type { BatchSearch, ModelBatches } from '../../core/adapters/model-batches';
import { openAiConnection } from '../openai-connection';
import { lookAt, readBatchPage } from './batch-record';
import { isGone, refusal } from './batch-refusal';
import { batchIn, failure, jsonIn, nonsense } from './batching';
import type { BatchOptions, Batching } from './batching';
import { readAnswers } from './read-answers';
import { remove, submit, tokenKey } from './submit-batch';

/** Some thousand vectors. */
const longestFileBytes = 400 * 1024 * 1024;
const pageSize = 100;
/** Newer batches of others that are looked through. */
const mostPages = 20;
/** The clock of an endpoint may differ from ours. */
const clockMs = 60 * 60 * 1000;

/** The batch API of an OpenAI-compatible endpoint (`/v1/files`, `/v1/batches`). Sends each request once. */
export function createModelBatches(options: BatchOptions): ModelBatches {
  const connection = openAiConnection({ ...options, maxBodyBytes: longestFileBytes });
  const batching: Batching = { ...connection, options };
  return {
    endpoint: connection.endpoint,
    submit: (requests, form) => submit(batching, requests, form),
    find: (token, sinceMs, model) => find(batching, { token, sinceMs, model }),
    look: async (id, model) => {
      try {
        const response = await batching.openai.batches.retrieve(id).asResponse();
        return lookAt(await batchIn(batching, response, model));
      } catch (error) {
        const failed = failure(batching, error, model);
        if (!isGone(failed)) throw failed;
        return { kind: 'gone', words: failed.words };
      }
    },
    cancel: async (id, model) => {
      try {
        await batching.openai.batches.cancel(id);
      } catch (error) {
        const failed = failure(batching, error, model);
        // Then it has ended, or is not there.
        if (failed.fate !== 'terminal' && !isGone(failed)) throw failed;
      }
    },
    drop: async ({ input }) => {
      if (input !== null) await remove(batching, input);
    },
    answers: (ended, requests, form) =>
      readAnswers(batching, ended, { requests, options: { ...options, ...form } }),
  };
}

async function find(
  batching: Batching,
  {
    token,
    sinceMs,
    model,
  }: { readonly token: string; readonly sinceMs: number; readonly model: string },
): Promise<BatchSearch> {
  try {
    let after: string | undefined;
    for (let nth = 0; nth < mostPages; nth += 1) {
      const query = { limit: pageSize, ...(after === undefined ? {} : { after }) };
      const response = await batching.openai.batches.list(query).asResponse();
      const page = readBatchPage(await jsonIn(batching, response, model));
      if (page === null) throw nonsense(batching, 'something else than a list of batches', model);
      const found = page.batches.find(({ metadata }) => metadata?.[tokenKey] === token);
      if (found !== undefined) return { kind: 'found', id: found.id };
      const last = page.batches.at(-1);
      if (!page.hasMore || last === undefined) break;
      // The newest come first.
      if ((last.created_at ?? Infinity) * 1000 < sinceMs - clockMs) break;
      after = last.id;
    }
    return { kind: 'absent' };
  } catch (error) {
    const failed = failure(batching, error, model);
    // The batch may already be running and paid for, so the run waits until somebody replaces the key.
    if (failed.status === 403) throw failed;
    return refusal(failed);
  }
}
