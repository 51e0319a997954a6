import { APIConnectionError, APIError } from 'openai';

import type { ModelClient } from '../core/ports/model';
import type { ModelAnswer, ModelRequest, RequestContext } from '../core/schemas/model';
import { assertNever } from '../core/assert-never';
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
import {
  refusalAnswer,
  unsupportedFeature,
  type OptionalFeature,
  type RefusalAnswer,
} from './failures/refused-request';
import { streamedAnswer, type StreamedAnswer } from './streaming/streamed-answer';

export interface ModelClientOptions extends ConnectionOptions {
  /** Our simulated or recorded server: it is told what a request is for, and its answers cost 0. */
  readonly ownServer: boolean;
  /** false: never send `seed`. Default true: sent until the endpoint says that it does not know it. */
  readonly acceptsSeed?: boolean;
  /** Answers are asked for piece by piece where the endpoint can, whether or not anybody looks on. Default: only where somebody does. */
  readonly streams?: boolean;
}

type SendOptions = Parameters<ModelClient['send']>[1];

interface Sender extends OpenAiConnection {
  readonly options: ModelClientOptions;
  /** By model: features that the endpoint has said it does not support. */
  readonly refused: Map<string, Set<OptionalFeature>>;
}

/**
 * A client of one OpenAI-compatible endpoint (chat completions; streamed where somebody looks on, or always). It sends a request
 * once. Only when the endpoint answers that it does not support a JSON schema, a seed, tools, streams or `max_tokens` is
 * the request sent again without (the last: as `max_completion_tokens`), and that is remembered for the model.
 * @throws UsageError for a base URL that is none. `send` rejects with ModelError subclasses only.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const sender: Sender = { ...openAiConnection(options), options, refused: new Map() };
  return { send: (request, sendOptions) => send(sender, request, sendOptions) };
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
    if (reading.kind === 'nonsense') {
      throw new ModelNonsenseError({ ...call, words: redact(reading.words, sender.secrets) });
    }
    throw APIError.generate(reading.status, reading.error, undefined, new Headers());
  } catch (error) {
    throw modelErrorFrom(error, { ...call, nowMs: Date.now() });
  }
}

type Reading = ChatReading | { readonly kind: 'refusal'; readonly finishReason: RefusalAnswer };

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
  const { model } = request;
  const wanted = featuresOf(request, {
    acceptsSeed: sender.options.acceptsSeed ?? true,
    streams: sendOptions.onText !== undefined || sender.options.streams === true,
  });
  for (;;) {
    const refused = sender.refused.get(model) ?? new Set<OptionalFeature>();
    const features = wanted.filter((feature) => !refused.has(feature));
    try {
      const dropped = wanted.filter((feature) => refused.has(feature));
      const headers = headersOf(sender.options, request, { ...sendOptions, dropped });
      const sentMs = performance.now();
      let firstTokenMs: number | null = null;
      const streamed = features.includes('stream')
        ? streamedAnswer(sendOptions.onText ?? (() => undefined), () => {
            firstTokenMs ??= performance.now() - sentMs;
          })
        : null;
      const tap = streamed === null ? {} : tapped(streamed.push);
      const body = await told(sendOptions.onRequest, async () => {
        const response = await sender.openai.chat.completions
          .create(chatBody(request, features), {
            headers,
            fetchOptions: tap,
            ...(sendOptions.signal === undefined ? {} : { signal: sendOptions.signal }),
          })
          .asResponse();
        return response.text();
      });
      if (streamed === null || isJson(body)) {
        const reading = readChatAnswer(body, sender.options.ownServer);
        return { reading, wanted, features, streamed: false, firstTokenMs: null };
      }
      const reading = readStreamed(streamed, sender.options.ownServer);
      return { reading, wanted, features, streamed: true, firstTokenMs };
    } catch (error) {
      const finishReason = refusalAnswer(error);
      if (finishReason !== null) {
        const reading = { kind: 'refusal', finishReason } as const;
        return { reading, wanted, features, streamed: false, firstTokenMs: null };
      }
      const feature = unsupportedFeature(error, features);
      if (feature === null) throw error;
      sender.refused.set(model, new Set([...refused, feature]));
    }
  }
}

/** One HTTP request, told at its end. */
async function told(
  onRequest: SendOptions['onRequest'],
  request: () => Promise<string>,
): Promise<string> {
  try {
    const body = await request();
    onRequest?.('answered');
    return body;
  } catch (error) {
    onRequest?.(requestFate(error));
    throw error;
  }
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
      return { kind: 'nonsense', words: `a stream with ${describeText(end.data)}` };
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

function toAnswer(
  reading: Extract<ChatReading, { kind: 'answer' }>,
  { sender, request, latencyMs }: { sender: Sender; request: ModelRequest; latencyMs: number },
): ModelAnswer {
  const { text, finishReason, usage, origin, toolCall } = reading;
  const costUsd = sender.options.ownServer ? 0 : priceOf(request.model, usage);
  const answer = { text, finishReason, usage, costUsd, latencyMs, origin };
  return toolCall === undefined ? answer : { ...answer, toolCall };
}

/**
 * A refused request costs nothing, and no tokens are reported for it. Where nobody knows what the model costs, nobody knows that
 * either.
 */
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
