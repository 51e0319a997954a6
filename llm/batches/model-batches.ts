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
import { modelErrorFrom } from '../failures/model-error-from';
import { openAiConnection } from '../openai-connection';
import type { ConnectionOptions, OpenAiConnection } from '../openai-connection';
import { batchAnswer } from './batch-answer';
import { batchLine, batchPaths, readAnswerLine } from './batch-lines';
import type { LineOptions } from './batch-lines';
import { lookAt, readBatch, readBatchPage } from './batch-record';
import type { BatchRecord } from './batch-record';

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
        return lookAt(batchIn(batching, await batching.openai.batches.retrieve(id), model));
      } catch (error) {
        const failed = failure(batching, error, model);
        if (!isRefusal(failed)) throw failed;
        return { kind: 'gone', words: failed.words };
      }
    },
    cancel: async (id, model) => {
      try {
        await batching.openai.batches.cancel(id);
      } catch (error) {
        const failed = failure(batching, error, model);
        if (!isRefusal(failed)) throw failed;
      }
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
  const { token, task, model, signal } = form;
  const lineOptions = { ...options, ...form };
  const text = requests.map((one) => `${batchLine(one, lineOptions)}\n`).join('');
  const sent = signal === undefined ? {} : { signal };
  try {
    const file = await toFile(Buffer.from(text), `espalier-${token}.jsonl`);
    const { id: input } = await openai.files.create({ file, purpose: 'batch' }, sent);
    const made = await openai.batches.create(
      {
        ...{ input_file_id: input, endpoint: batchPaths[task], completion_window: '24h' },
        metadata: { [tokenKey]: token },
      },
      { ...sent, headers: { 'Idempotency-Key': token } },
    );
    return { kind: 'submitted', id: batchIn(batching, made, model).id };
  } catch (error) {
    return refusal(failure(batching, error, model, signal));
  }
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
      const page = readBatchPage(await response.json());
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
  { openai, ...batching }: Batching,
  { files, tookMs }: EndedBatch,
  asked: { readonly requests: readonly BatchedRequest[]; readonly options: LineOptions },
): Promise<ReadonlyMap<string, ModelAnswer>> {
  const requests = new Map(asked.requests.map((one) => [one.identity, one]));
  const read = new Map<string, ModelAnswer>();
  const options = { ...asked.options, tookMs, secrets: batching.secrets };
  for (const file of files) {
    let text: string;
    try {
      text = await (await openai.files.content(file)).text();
    } catch (error) {
      const failed = failure({ openai, ...batching }, error, options.model);
      // A file that is gone has no answers for us.
      if (isRefusal(failed)) continue;
      throw failed;
    }
    for (const line of text.split('\n')) {
      const answered = readAnswerLine(line);
      const one = answered === null ? undefined : requests.get(answered.identity);
      if (answered === null || one === undefined || read.has(one.identity)) continue;
      const answer = batchAnswer(one, answered.body, options);
      if (answer !== null) read.set(one.identity, answer);
    }
  }
  return read;
}

/** @throws ModelNonsenseError */
function batchIn(batching: Batching, json: unknown, model: string): BatchRecord {
  const batch = readBatch(json);
  if (batch === null) throw nonsense(batching, 'something else than a batch', model);
  return batch;
}

function nonsense({ endpoint }: Batching, words: string, model: string): ModelNonsenseError {
  return new ModelNonsenseError({ endpoint, model, words });
}

function failure(
  { endpoint, secrets, options }: Batching,
  error: unknown,
  model: string,
  signal?: AbortSignal,
): ModelError {
  const { timeoutMs } = options;
  return modelErrorFrom(error, { endpoint, model, secrets, timeoutMs, signal, nowMs: Date.now() });
}

/** Endpoints say in one of these ways that they have no batches. */
const unsupported: ReadonlySet<number> = new Set([404, 405, 501]);
/** What single requests answer, too, and the run must then wait or pause. */
const common: ReadonlySet<number> = new Set([401, 402, 408, 409, 425, 429]);

/** Batches are refused here, whatever single requests are. */
function isRefusal({ status, code }: ModelError): boolean {
  if (code === 'MODEL_QUOTA') return false;
  if (status === undefined) return code === 'MODEL_NONSENSE';
  return unsupported.has(status) || (status >= 400 && status < 500 && !common.has(status));
}

/** @throws the failure itself if a later try may succeed */
function refusal(failed: ModelError): Extract<BatchSubmission, { kind: 'refused' }> {
  if (!isRefusal(failed)) throw failed;
  const { status, words } = failed;
  const isUnsupported = status === undefined || unsupported.has(status);
  return { kind: 'refused', isUnsupported, words };
}
