import type { BatchedRequest, UnusableLine } from '../../core/adapters/model-batches';
import type { ModelAnswer } from '../../core/schemas/model';
import { readCompletion } from '../chat-answer';
import { readVectors } from '../embedding-answer';
import { exchangeOf } from '../exchange';
import { redact } from '../failures/redact';
import { batchPriceShare, priceOf } from '../model-prices';
import { lineFeatures } from './batch-lines';
import type { LineOptions } from './batch-lines';

/** `none`: the line reports trouble, and nothing was paid. */
export type LineReading =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly kind: 'unusable'; readonly line: UnusableLine }
  | { readonly kind: 'none' };

/**
 * The answer in the body of a line, at the price of a batch. It took as long as its batch.
 * @param options.secrets texts that must not be kept
 */
export function batchAnswer(
  one: BatchedRequest,
  body: unknown,
  options: LineOptions & { readonly tookMs: number; readonly secrets: readonly string[] },
): LineReading {
  const { ownServer, task, tookMs, secrets } = options;
  const reading = task === 'embedding' ? readVectors(body) : readCompletion(body, ownServer);
  if (reading.kind === 'trouble') return { kind: 'none' };
  const { usage } = reading;
  const price = ownServer ? 0 : priceOf(one.request.model, usage);
  const costUsd = price === null ? null : price * batchPriceShare;
  if (reading.kind === 'nonsense') {
    const words = redact(reading.words, secrets);
    return { kind: 'unusable', line: { words, usage, costUsd } };
  }
  const { text, finishReason, origin, toolCall } = reading;
  const exchange = exchangeOf(one.request, { ...lineFeatures(one, options), streamed: false });
  const answer: ModelAnswer = {
    ...{ text, finishReason, usage, origin, latencyMs: tookMs, firstTokenMs: null },
    costUsd,
    ...(toolCall === undefined ? {} : { toolCall }),
    exchange: {
      ...exchange,
      servedModel: reading.servedModel && redact(reading.servedModel, secrets),
    },
  };
  return { kind: 'answer', answer };
}
