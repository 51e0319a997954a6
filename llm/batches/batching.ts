import { describeText } from '../failures/error-body';
import { ModelNonsenseError } from '../failures/errors';
import type { ModelError } from '../failures/errors';
import { modelErrorFrom } from '../failures/model-error-from';
import { redact } from '../failures/redact';
import type { ConnectionOptions, OpenAiConnection } from '../openai-connection';
import { parseJson } from '../parse-json';
import { readBatch } from './batch-record';
import type { BatchRecord } from './batch-record';

export interface BatchOptions extends ConnectionOptions {
  readonly ownServer: boolean;
  readonly acceptsSeed: boolean;
}

export interface Batching extends OpenAiConnection {
  readonly options: BatchOptions;
}

/** @throws ModelNonsenseError */
export async function batchIn(
  batching: Batching,
  response: Response,
  model: string,
): Promise<BatchRecord> {
  const batch = readBatch(await jsonIn(batching, response, model));
  if (batch === null) throw nonsense(batching, 'something else than a batch', model);
  return batch;
}

/** @throws ModelNonsenseError */
export async function jsonIn(
  batching: Batching,
  response: Response,
  model: string,
): Promise<unknown> {
  const text = await response.text();
  const json = parseJson(text);
  if (json === undefined) throw strange(batching, text, model);
  return json;
}

export function strange(batching: Batching, text: string, model: string): ModelNonsenseError {
  return nonsense(batching, redact(`not JSON but ${describeText(text)}`, batching.secrets), model);
}

export function nonsense({ endpoint }: Batching, words: string, model: string): ModelNonsenseError {
  return new ModelNonsenseError({ endpoint, model, words });
}

export function failure(
  { endpoint, secrets, options }: Batching,
  error: unknown,
  model: string,
): ModelError {
  const { timeoutMs } = options;
  return modelErrorFrom(error, { endpoint, model, secrets, timeoutMs, nowMs: Date.now() });
}
