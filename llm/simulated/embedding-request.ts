import { z } from 'zod';
import type { IncomingHttpHeaders } from 'node:http';

import { parseJson } from '../parse-json';
import { requestOf } from './chat-request';
import type { ChatRequest } from './chat-request';
import type { Completion } from './completion';

/** What we read of a request for an embedding; whatever else an OpenAI client sends is let through. */
const EmbeddingBody = z.object({
  model: z.string().min(1),
  input: z.string('only one text at a time').min(1),
  encoding_format: z.literal('float', 'only `float`').optional(),
});

/** @throws HttpProblem (400) naming the header or field that is wrong, with the remedy. */
export function parseEmbeddingRequest(headers: IncomingHttpHeaders, body: string): ChatRequest {
  return requestOf(EmbeddingBody, { headers, body }, ({ model, input }) => ({
    messages: [{ role: 'user', content: input }],
    ...{ model, structured: false, maxTokens: null, offersTool: false, stream: 'none' },
  }));
}

/** The body of an answer of `/v1/embeddings`. A fault of the content leaves no vector. */
export function embeddingBody({ model, choice, usage }: Completion): object {
  const embedding: unknown = parseJson(choice?.content ?? '') ?? [];
  const { prompt_tokens } = usage;
  return {
    ...{ object: 'list', model },
    data: [{ object: 'embedding', index: 0, embedding }],
    usage: { prompt_tokens, total_tokens: prompt_tokens },
  };
}
