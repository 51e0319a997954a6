import { z } from 'zod';

import type { BatchForm, BatchedRequest } from '../../core/adapters/model-batches';
import type { OptionalFeature } from '../../core/schemas/model';
import { chatBody, featuresOf, ownServerHeaders } from '../chat-body';
import { parseJson } from '../parse-json';

/** Settings of the endpoint that decide how a request is written. */
export interface LineOptions extends BatchForm {
  readonly acceptsSeed: boolean;
  /** Our own server is told what a request is for. */
  readonly ownServer: boolean;
}

/** The path of the requests of a batch. */
export const batchPaths = {
  chat: '/v1/chat/completions',
  embedding: '/v1/embeddings',
} as const satisfies Readonly<Record<BatchForm['task'], string>>;

/** The optional features that a request wants, and those of them that are sent. */
export function lineFeatures(
  { request }: BatchedRequest,
  options: LineOptions,
): Readonly<Record<'wanted' | 'features', readonly OptionalFeature[]>> {
  const wanted = featuresOf(request, { acceptsSeed: options.acceptsSeed, streams: false });
  return { wanted, features: wanted.filter((feature) => !options.refused.includes(feature)) };
}

/** A line of the input file, without its line break. */
export function batchLine(one: BatchedRequest, options: LineOptions): string {
  const { identity, request, context } = one;
  const body =
    options.task === 'embedding'
      ? {
          model: request.model,
          input: request.messages.map(({ content }) => content).join('\n\n'),
          encoding_format: 'float',
        }
      : chatBody(request, lineFeatures(one, options).features);
  return JSON.stringify({
    custom_id: identity,
    method: 'POST',
    url: batchPaths[options.task],
    ...(options.ownServer ? { headers: ownServerHeaders(request, context) } : {}),
    body,
  });
}

const AnswerLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
});

/** A line of an output or error file. `body`: of a successful answer, or null. null: the line cannot be read. */
export function readAnswerLine(
  line: string,
): { readonly identity: string; readonly body: unknown } | null {
  const parsed = AnswerLine.safeParse(parseJson(line));
  if (!parsed.success) return null;
  const { custom_id: identity, response } = parsed.data;
  const isGood = response?.status_code !== undefined && response.status_code < 300;
  return { identity, body: isGood ? (response.body ?? null) : null };
}
