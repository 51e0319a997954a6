import type { BatchedRequest } from '../../core/adapters/model-batches';
import type { ModelAnswer } from '../../core/schemas/model';
import { readCompletion } from '../chat-answer';
import { readVectors } from '../embedding-answer';
import { exchangeOf } from '../exchange';
import { redact } from '../failures/redact';
import { batchPriceShare, priceOf } from '../model-prices';
import { lineFeatures } from './batch-lines';
import type { LineOptions } from './batch-lines';

/**
 * The answer in the body of a line, at the price of a batch. It took as long as its batch. null: it cannot be used.
 * @param options.secrets texts that must not be kept
 */
export function batchAnswer(
  one: BatchedRequest,
  body: unknown,
  options: LineOptions & { readonly tookMs: number; readonly secrets: readonly string[] },
): ModelAnswer | null {
  const { ownServer, task, tookMs, secrets } = options;
  const reading = task === 'embedding' ? readVectors(body) : readCompletion(body, ownServer);
  if (reading.kind !== 'answer') return null;
  const { text, finishReason, usage, origin, toolCall } = reading;
  const price = ownServer ? 0 : priceOf(one.request.model, usage);
  const exchange = exchangeOf(one.request, { ...lineFeatures(one, options), streamed: false });
  return {
    ...{ text, finishReason, usage, origin, latencyMs: tookMs, firstTokenMs: null },
    costUsd: price === null ? null : price * batchPriceShare,
    ...(toolCall === undefined ? {} : { toolCall }),
    exchange: {
      ...exchange,
      servedModel: reading.servedModel && redact(reading.servedModel, secrets),
    },
  };
}
