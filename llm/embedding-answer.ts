import { z } from 'zod';

import { vectorText } from '../core/values/vector-text';
import { longestModelName, otherAnswer, readJsonAnswer, textOrNull } from './chat-answer';
import type { ChatReading } from './chat-answer';

/** The part of an answer of `/v1/embeddings` to one input that we read. */
const Embeddings = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).length(1),
  usage: z.object({ prompt_tokens: z.int().nonnegative() }).nullish().catch(null),
  model: textOrNull,
});

/** Reads an answer of `/v1/embeddings`. Its text is the vector, as a `vectorText`. */
export function readEmbedding(body: string): ChatReading {
  return readJsonAnswer(body, readVectors);
}

/** The same of a body that is JSON already. */
export function readVectors(json: unknown): ChatReading {
  const parsed = Embeddings.safeParse(json);
  if (!parsed.success) return otherAnswer(json, 'an embedding', parsed.error);
  const { data, usage, model } = parsed.data;
  return {
    kind: 'answer',
    text: vectorText(data[0]?.embedding ?? []),
    finishReason: 'stop',
    servedModel: model?.slice(0, longestModelName) ?? null,
    usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: 0 } : null,
    origin: null,
  };
}
