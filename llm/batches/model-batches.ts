import { toFile } from 'openai';

import type {
  BatchSearch,
  BatchSubmission,
  BatchedRequest,
  EndedBatch,
  ModelBatches,
} from '../../core/adapters/model-batches';
import type { ModelAnswer } from '../../core/schemas/model';
import { ModelNonsenseError } from '../failures/errors';
import type { ModelError } from '../failures/errors';
import { describeText } from '../failures/error-body';
import { modelErrorFrom } from '../failures/model-error-from';
import { redact } from '../failures/redact';
import { openAiConnection } from '../openai-connection';
import type { ConnectionOptions, OpenAiConnection } from '../openai-connection';
import { parseJson } from '../parse-json';
import { batchAnswer } from './batch-answer';
import { batchLine, batchPaths, readAnswerLine } from './batch-lines';
import type { LineOptions } from './batch-lines';
import { lookAt, readBatch, readBatchPage, readFile } from './batch-record';
import type { BatchRecord } from './batch-record';
import { isGone, refusal } from './batch-refusal';

export interface BatchOptions extends ConnectionOptions {
  readonly ownServer: boolean;
  readonly acceptsSeed: boolean;
}

interface Batching extends OpenAiConnection {
  readonly options: BatchOptions;
}

/** Vectors of some thousand rows. */
const longestFileBytes = 400 * 1024 * 1024;
/** Name of our token in the metadata of a batch. */
const tokenKey = 'espalier';
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
      answers(batching, ended, { requests, options: { ...options, ...form } }),
  };
}

async function submit(
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

async function remove({ openai }: Batching, file: string): Promise<void> {
  // It costs nothing to leave it there.
  await openai.files.delete(file).catch(() => null);
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
    return refusal(failure(batching, error, model));
  }
}

async function answers(
  batching: Batching,
  { files, tookMs }: EndedBatch,
  asked: { readonly requests: readonly BatchedRequest[]; readonly options: LineOptions },
): Promise<ReadonlyMap<string, ModelAnswer>> {
  const requests = new Map(asked.requests.map((one) => [one.identity, one]));
  const read = new Map<string, ModelAnswer>();
  const options = { ...asked.options, tookMs, secrets: batching.secrets };
  for (const file of files) {
    let text: string;
    try {
      text = await (await batching.openai.files.content(file)).text();
    } catch (error) {
      const failed = failure(batching, error, options.model);
      // A file that is gone has no answers for us.
      if (isGone(failed)) continue;
      throw failed;
    }
    const lines = text.split('\n').flatMap((line) => readAnswerLine(line) ?? []);
    // Something on the way may have answered with a page of its own.
    if (lines.length === 0 && text.trim() !== '') throw strange(batching, text, options.model);
    for (const { identity, body } of lines) {
      const one = requests.get(identity);
      if (body === null || one === undefined || read.has(identity)) continue;
      const answer = batchAnswer(one, body, options);
      if (answer !== null) read.set(identity, answer);
    }
  }
  return read;
}

/** @throws ModelNonsenseError */
async function batchIn(
  batching: Batching,
  response: Response,
  model: string,
): Promise<BatchRecord> {
  const batch = readBatch(await jsonIn(batching, response, model));
  if (batch === null) throw nonsense(batching, 'something else than a batch', model);
  return batch;
}

/** @throws ModelNonsenseError */
async function jsonIn(batching: Batching, response: Response, model: string): Promise<unknown> {
  const text = await response.text();
  const json = parseJson(text);
  if (json === undefined) throw strange(batching, text, model);
  return json;
}

function strange(batching: Batching, text: string, model: string): ModelNonsenseError {
  return nonsense(batching, redact(`not JSON but ${describeText(text)}`, batching.secrets), model);
}

function nonsense({ endpoint }: Batching, words: string, model: string): ModelNonsenseError {
  return new ModelNonsenseError({ endpoint, model, words });
}

function failure(
  { endpoint, secrets, options }: Batching,
  error: unknown,
  model: string,
): ModelError {
  const { timeoutMs } = options;
  return modelErrorFrom(error, { endpoint, model, secrets, timeoutMs, nowMs: Date.now() });
}
