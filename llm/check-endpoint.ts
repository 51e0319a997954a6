import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { NotReadyError } from '../core/errors/errors';
import { describeText } from './failures/error-body';
import { modelErrorFrom } from './failures/model-error-from';
import {
  ModelNotFoundError,
  ModelRateLimitError,
  ModelRejectedRequestError,
  ModelServerError,
  type ModelError,
} from './failures/errors';
import {
  openAiConnection,
  type ConnectionOptions,
  type OpenAiConnection,
} from './openai-connection';
import { redact } from './failures/redact';
import { refusalAnswer } from './failures/refused-request';
import { isEventStream } from './streaming/is-event-stream';
import { parseJson } from './parse-json';

/** The model endpoint cannot serve a run: down, refusing the key, not an API, without the model. Exit code 3. */
export class EndpointNotReadyError extends NotReadyError {
  constructor(
    readonly endpoint: string,
    found: { readonly words: string; readonly remedy: string; readonly code: string },
  ) {
    super(`the model endpoint ${endpoint} is not ready: ${found.words}`, found.remedy, {
      code: found.code,
    });
  }
}

export interface EndpointCheck extends Omit<ConnectionOptions, 'timeoutMs'> {
  /** Every model a run will ask (`--model`, `--thinker-model`, `--critic-model`); none: the list alone is asked for. */
  readonly models: readonly string[];
  /** For the whole check. Default 4,000. */
  readonly timeoutMs?: number;
}

interface Probe extends OpenAiConnection {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const ModelList = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
// Lists are often incomplete (aliases, deployments), so a model that is missing is asked for one token.
const shownModels = 5;

/**
 * By the endpoint's list of models, and one token of a model that is not in it, or of any without a list. A rate limit
 * counts as ready. Trouble of the endpoint's own (500, 503) is asked again twice.
 * @throws EndpointNotReadyError; UsageError for a base URL that is none.
 */
export async function checkEndpoint(check: EndpointCheck): Promise<void> {
  const timeoutMs = check.timeoutMs ?? 4_000;
  const connection = openAiConnection({ ...check, timeoutMs });
  const probe: Probe = { ...connection, timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
  const known = await knownModels(probe, check.models[0] ?? '');
  for (const model of new Set(check.models)) {
    if (known?.includes(model) !== true) await askForOneToken(probe, model, known ?? []);
  }
}

/** null: the endpoint has no list. */
async function knownModels(probe: Probe, model: string): Promise<readonly string[] | null> {
  let body: string;
  try {
    const response = await patiently(probe, model, () =>
      probe.openai.get('/models', { signal: probe.signal }).asResponse(),
    );
    body = await response.text();
  } catch (error) {
    const failure = mapped(error, probe, model);
    if (failure.status === 404 || failure.status === 405 || failure.status === 501) return null;
    if (failure instanceof ModelRateLimitError) return null;
    throw notReady(probe, failure);
  }
  const list = ModelList.safeParse(parseJson(body));
  if (list.success) return list.data.data.map(({ id }) => id);
  throw new EndpointNotReadyError(probe.endpoint, {
    words: redact(`its list of models is ${describeText(body)}`, probe.secrets),
    remedy: 'Check OPENAI_BASE_URL: it must be an OpenAI-compatible API (most end in /v1)',
    code: 'ENDPOINT_NONSENSE',
  });
}

async function askForOneToken(
  probe: Probe,
  model: string,
  known: readonly string[],
): Promise<void> {
  try {
    const messages = [{ role: 'user' as const, content: 'Say OK.' }];
    const response = await patiently(probe, model, () =>
      probe.openai.chat.completions
        .create({ model, messages, max_tokens: 1 }, { signal: probe.signal })
        .asResponse(),
    );
    const body = await response.text();
    if (parseJson(body) !== undefined) return;
    if (isEventStream(response.headers.get('content-type'), body)) return;
    throw new EndpointNotReadyError(probe.endpoint, {
      words: redact(`it answers a chat completion with ${describeText(body)}`, probe.secrets),
      remedy: 'Check OPENAI_BASE_URL: it must be an OpenAI-compatible API (most end in /v1)',
      code: 'ENDPOINT_NONSENSE',
    });
  } catch (error) {
    if (error instanceof EndpointNotReadyError) throw error;
    // A filter that refuses even this says nothing of the key.
    if (refusalAnswer(error) !== null) return;
    const failure = mapped(error, probe, model);
    // Busy, or at odds with a detail of this small question: the model is there and the key is right.
    if (failure instanceof ModelRateLimitError || failure instanceof ModelRejectedRequestError) {
      return;
    }
    throw notReady(probe, failure, known);
  }
}

/** Between one look at an endpoint in trouble and the next, ms: a worker behind it is being replaced, or has just come up. */
const pausesMs = [250, 750];

/** Asks again where the endpoint itself is in trouble. @throws what the last asking throws */
async function patiently<T>(probe: Probe, model: string, ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await ask();
    } catch (error) {
      const failure = mapped(error, probe, model);
      // 501: it has no such thing, and will not have it in a second.
      if (!(failure instanceof ModelServerError) || failure.status === 501) throw error;
      await wait(pauseMs, undefined, { signal: probe.signal });
    }
  }
  return ask();
}

function mapped(error: unknown, probe: Probe, model: string): ModelError {
  const { endpoint, secrets, timeoutMs } = probe;
  return modelErrorFrom(error, { endpoint, model, secrets, timeoutMs, nowMs: Date.now() });
}

function notReady(
  probe: Probe,
  failure: ModelError,
  known: readonly string[] = [],
): EndpointNotReadyError {
  if (probe.signal.aborted) {
    return new EndpointNotReadyError(probe.endpoint, {
      words: `no answer within ${String(probe.timeoutMs)} ms`,
      remedy: 'Check OPENAI_BASE_URL, and that the endpoint is up and has loaded the model',
      code: 'ENDPOINT_SILENT',
    });
  }
  const listed = redact(known.slice(0, shownModels).join(', '), probe.secrets);
  const more = known.length > shownModels ? `, and ${String(known.length - shownModels)} more` : '';
  const suffix =
    failure instanceof ModelNotFoundError && listed !== '' ? `; it knows ${listed}${more}` : '';
  return new EndpointNotReadyError(probe.endpoint, {
    words: redact(failure.message, probe.secrets, 600) + suffix,
    remedy: remedyBeforeRun(failure.remedy),
    code: failure.code.replace(/^MODEL_/, 'ENDPOINT_'),
  });
}

/** Remedies speak of a run under way; here there is none yet. */
function remedyBeforeRun(remedy: string): string {
  const rest = remedy
    .replace(/^It is tried again by itself[;,] ?/, '')
    .replace(/[;,] (when [^;]*|then:) ?espalier run resume.*$/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
