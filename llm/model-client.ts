import { APIConnectionError, APIError } from 'openai';

import type { ModelClient, RefusedFeatures } from '../core/adapters/model';
import type {
  ModelAnswer,
  ModelRequest,
  OptionalFeature,
  RequestContext,
  TokenUsage,
} from '../core/schemas/model';
import { assertNever } from '../core/values/assert-never';
import { createModelBatches } from './batches/model-batches';
import { readChatAnswer, readCompletion, type ChatReading } from './chat-answer';
import { chatBody, featuresOf, ownServerHeaders } from './chat-body';
import { exchangeOf } from './exchange';
import { describeText } from './failures/error-body';
import { modelErrorFrom, type FailedCall } from './failures/model-error-from';
import { ModelCancelledError, ModelNonsenseError } from './failures/errors';
import {
  openAiConnection,
  type ConnectionOptions,
  type OpenAiConnection,
} from './openai-connection';
import { TransportError, type Tap } from './http-fetch';
import { modelPrice, priceOf } from './model-prices';
import { redact } from './failures/redact';
import { requestFate } from './failures/request-fate';
import { refusalAnswer, unsupportedFeature, type RefusalAnswer } from './failures/refused-request';
import { rememberRefused } from './remember-refused';
import { readEmbedding } from './embedding-answer';
import { isEventStream } from './streaming/is-event-stream';
import { streamedAnswer, type StreamedAnswer } from './streaming/streamed-answer';

export interface ModelClientOptions extends ConnectionOptions {
  /** Our simulated or recorded server: it is told what a request is for, and its answers cost 0. */
  readonly ownServer: boolean;
  /** false: never send `seed`. Default true: sent until the endpoint says that it does not know it. */
  readonly acceptsSeed?: boolean;
  /** true: where the endpoint can; `where-counted`: while it counts streamed tokens. Default: if somebody looks on. */
  readonly streams?: boolean | 'where-counted';
}

type SendOptions = Parameters<ModelClient['send']>[1];

interface Sender extends OpenAiConnection {
  readonly options: ModelClientOptions;
  readonly refused: RefusedFeatures;
}

/**
 * A client of one OpenAI-compatible endpoint. Sends a request once. When the endpoint says that it does not support a JSON
 * schema, a seed, a temperature, tools, streams, a system role or `max_tokens`, it is sent again without (the system's words
 * before the user's first; the last as `max_completion_tokens`), and that is remembered for the model.
 * @throws UsageError for a base URL that is none. `send` rejects with ModelError subclasses only.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const sender: Sender = { ...openAiConnection(options), options, refused: rememberRefused() };
  return {
    send: (request, sendOptions) => send(sender, request, sendOptions),
    batches: createModelBatches({ ...options, acceptsSeed: options.acceptsSeed ?? true }),
  };
}

async function send(
  sender: Sender,
  request: ModelRequest,
  sendOptions: SendOptions,
): Promise<ModelAnswer> {
  const call = failedCall(sender, request, sendOptions.signal);
  if (sendOptions.signal?.aborted === true) {
    throw new ModelCancelledError({ ...call, words: 'cancelled before it was sent' });
  }
  const startedMs = performance.now();
  try {
    const { reading, firstTokenMs, ...sent } = await readingOf(sender, request, sendOptions);
    const latencyMs = performance.now() - startedMs;
    const exchange = exchangeOf(request, sent);
    if (reading.kind === 'answer') {
      const servedModel = reading.servedModel && redact(reading.servedModel, sender.secrets);
      const answer = toAnswer(reading, { sender, request, latencyMs });
      return { ...answer, firstTokenMs, exchange: { ...exchange, servedModel } };
    }
    if (reading.kind === 'refusal') {
      return { ...refusal(reading, { sender, request, latencyMs }), firstTokenMs, exchange };
    }
    const { page } = reading;
    const usage = page ? nothing : reading.usage;
    throw new ModelNonsenseError(
      { ...call, words: redact(reading.words, sender.secrets) },
      { usage, page, costUsd: costOf(sender, request, usage) },
    );
  } catch (error) {
    throw modelErrorFrom(error, { ...call, nowMs: Date.now() });
  }
}

/** A web page is no model's work. */
const nothing: TokenUsage = { promptTokens: 0, completionTokens: 0 };

type Reading =
  | Exclude<ChatReading, { kind: 'trouble' }>
  | { readonly kind: 'refusal'; readonly finishReason: RefusalAnswer };

interface Read {
  readonly reading: Reading;
  /** Optional features that the request makes use of, and those of them that were sent. */
  readonly wanted: readonly OptionalFeature[];
  readonly features: readonly OptionalFeature[];
  /** The answer came piece by piece. */
  readonly streamed: boolean;
  /** From the sending that was answered to the first piece of what the model wrote; null: whole, or nothing of the model's. */
  readonly firstTokenMs: number | null;
}

/** Sends, leaving out one by one what the endpoint says it does not support. */
async function readingOf(
  sender: Sender,
  request: ModelRequest,
  sendOptions: SendOptions,
): Promise<Read> {
  const place = { endpoint: sender.endpoint, model: request.model };
  const memory = sendOptions.refused ?? sender.refused;
  const manner = mannerOf(sender.options, sendOptions);
  const wanted = featuresOf(request, {
    acceptsSeed: sender.options.acceptsSeed ?? true,
    streams: manner !== 'whole',
  });
  const refused = new Set(await memory.of(place));
  const refuse = async (feature: OptionalFeature): Promise<void> => {
    refused.add(feature);
    await memory.add(place, feature);
  };
  for (;;) {
    const features = sentFeatures(wanted, refused, manner);
    try {
      const dropped = wanted.filter((feature) => refused.has(feature));
      const sending = { sendOptions, features, dropped };
      const { reading: body, ...came } = await sendOnce(sender, request, sending);
      const reading = withoutTrouble(body);
      if (manner === 'where-counted' && isUncounted(reading, came)) await refuse('stream-usage');
      return { reading, wanted, features, ...came };
    } catch (error) {
      const finishReason = refusalAnswer(error);
      if (finishReason !== null) {
        const reading = { kind: 'refusal', finishReason } as const;
        return { reading, wanted, features, streamed: false, firstTokenMs: null };
      }
      const feature = unsupportedFeature(error, features);
      if (feature === null) throw error;
      await refuse(feature);
    }
  }
}

/** One HTTP request, told at its end. */
async function told<T>(onRequest: SendOptions['onRequest'], request: () => Promise<T>): Promise<T> {
  try {
    const answer = await request();
    onRequest?.('answered');
    return answer;
  } catch (error) {
    onRequest?.(requestFate(error));
    throw error;
  }
}

type Manner = 'whole' | 'where-counted' | 'streamed';

function mannerOf({ streams }: ModelClientOptions, { onText }: SendOptions): Manner {
  if (onText !== undefined || streams === true) return 'streamed';
  return streams === 'where-counted' ? 'where-counted' : 'whole';
}

function sentFeatures(
  wanted: readonly OptionalFeature[],
  refused: ReadonlySet<OptionalFeature>,
  manner: Manner,
): readonly OptionalFeature[] {
  const whole = manner === 'where-counted' && refused.has('stream-usage');
  return wanted.filter((feature) => !refused.has(feature) && !(whole && feature === 'stream'));
}

/** It came in pieces, and nobody knows what it took. */
function isUncounted(reading: Reading, { streamed }: Pick<Read, 'streamed'>): boolean {
  return streamed && reading.kind === 'answer' && reading.usage === null;
}

interface Sending {
  readonly sendOptions: SendOptions;
  readonly features: readonly OptionalFeature[];
  readonly dropped: readonly OptionalFeature[];
}

async function sendOnce(
  sender: Sender,
  request: ModelRequest,
  { sendOptions, features, dropped }: Sending,
): Promise<Pick<Read, 'streamed' | 'firstTokenMs'> & { readonly reading: ChatReading }> {
  const { ownServer } = sender.options;
  const headers = headersOf(sender.options, request, { ...sendOptions, dropped });
  if (request.parameters.task === 'embedding') {
    const reading = await embed(sender, request, { sendOptions, headers });
    return { reading, streamed: false, firstTokenMs: null };
  }
  const sentMs = performance.now();
  let firstTokenMs: number | null = null;
  const streamed = features.includes('stream')
    ? streamedAnswer(sendOptions.onText ?? (() => undefined), () => {
        firstTokenMs ??= performance.now() - sentMs;
      })
    : null;
  const { body, type } = await told(sendOptions.onRequest, async () => {
    const response = await sender.openai.chat.completions
      .create(chatBody(request, features), {
        headers,
        fetchOptions: streamed === null ? {} : tapped(streamed.push),
        ...(sendOptions.signal === undefined ? {} : { signal: sendOptions.signal }),
      })
      .asResponse();
    return { body: await response.text(), type: response.headers.get('content-type') };
  });
  const whole = () => ({
    reading: readChatAnswer(body, ownServer),
    streamed: false,
    firstTokenMs: null,
  });
  if (isJson(body) || !isEventStream(type, body)) return whole();
  if (streamed !== null) {
    return { reading: readStreamed(streamed, ownServer), streamed: true, firstTokenMs };
  }
  const unasked = streamedAnswer(() => undefined);
  unasked.push(Buffer.from(body));
  return { reading: readStreamed(unasked, ownServer), streamed: true, firstTokenMs: null };
}

async function embed(
  { openai }: Sender,
  { model, messages }: ModelRequest,
  {
    sendOptions: { signal, onRequest },
    headers,
  }: Pick<Sending, 'sendOptions'> & { readonly headers: Readonly<Record<string, string>> },
): Promise<ChatReading> {
  const input = messages.map(({ content }) => content).join('\n\n');
  const body = await told(onRequest, async () => {
    const response = await openai.embeddings
      .create(
        { model, input, encoding_format: 'float' },
        { headers, ...(signal === undefined ? {} : { signal }) },
      )
      .asResponse();
    return response.text();
  });
  return readEmbedding(body);
}

/** A body with a status of success may report an error or a filter. @throws APIError, as if the status had reported it */
function withoutTrouble(reading: ChatReading): Exclude<ChatReading, { kind: 'trouble' }> {
  if (reading.kind === 'trouble') throw saidInBody(reading.status, reading.error);
  if (reading.kind === 'answer' || reading.error === undefined) return reading;
  const trouble = saidInBody(400, reading.error);
  if (refusalAnswer(trouble) !== null) throw trouble;
  return reading;
}

function saidInBody(status: number, error: object): APIError {
  return APIError.generate(status, error, undefined, new Headers());
}

/** The package hands on to our `fetch` whatever it is given, and knows nothing of this member. */
function tapped(onBytes: NonNullable<Tap['onBytes']>): object {
  return { onBytes } satisfies Tap;
}

/** An endpoint that takes no notice of `stream` answers as it always does. */
function isJson(body: string): boolean {
  return body.trimStart().startsWith('{');
}

function readStreamed(streamed: StreamedAnswer, ownServer: boolean): ChatReading {
  const end = streamed.end();
  switch (end.kind) {
    case 'completion':
      return readCompletion(end.body, ownServer);
    case 'nonsense':
      return {
        ...{ kind: 'nonsense', words: `a stream with ${describeText(end.data)}` },
        ...{ usage: null, page: false },
      };
    case 'broken':
      throw new APIConnectionError({ cause: new TransportError(true, 'STREAM_ENDED') });
    default:
      return assertNever(end);
  }
}

function headersOf(
  options: ModelClientOptions,
  request: ModelRequest,
  sent: {
    readonly identity: string;
    readonly context: RequestContext;
    readonly dropped: readonly OptionalFeature[];
  },
): Readonly<Record<string, string>> {
  // An endpoint that deduplicates would answer the same key with the refusal of the fuller body.
  const key = [sent.identity, ...sent.dropped.map((feature) => `no-${feature}`)].join('.');
  return {
    'Idempotency-Key': key,
    ...(options.ownServer ? ownServerHeaders(request, sent.context) : {}),
  };
}

function costOf(sender: Sender, request: ModelRequest, usage: TokenUsage | null): number | null {
  return sender.options.ownServer ? 0 : priceOf(request.model, usage);
}

function toAnswer(
  reading: Extract<ChatReading, { kind: 'answer' }>,
  { sender, request, latencyMs }: { sender: Sender; request: ModelRequest; latencyMs: number },
): ModelAnswer {
  const { text, finishReason, usage, origin, toolCall } = reading;
  const costUsd = costOf(sender, request, usage);
  const answer = { text, finishReason, usage, costUsd, latencyMs, origin };
  return toolCall === undefined ? answer : { ...answer, toolCall };
}

/** A refused request costs nothing; where the model's price is unknown, so is that. */
function refusal(
  { finishReason }: Extract<Reading, { kind: 'refusal' }>,
  { sender, request, latencyMs }: { sender: Sender; request: ModelRequest; latencyMs: number },
): ModelAnswer {
  const isPriced = sender.options.ownServer || modelPrice(request.model) !== null;
  const costUsd = isPriced ? 0 : null;
  return { text: '', finishReason, usage: null, costUsd, latencyMs, origin: null };
}

function failedCall(
  sender: Sender,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): FailedCall {
  return {
    // An own server's address would differ from one start to the next.
    endpoint: sender.options.ownServer ? request.logicalEndpoint : sender.endpoint,
    model: request.model,
    secrets: sender.secrets,
    signal,
    timeoutMs: sender.options.timeoutMs,
    nowMs: Date.now(),
  };
}
