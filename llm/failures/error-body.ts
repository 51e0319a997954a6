import { z } from 'zod';

import type { FetchLike } from '../http-fetch';
import { parseJson } from '../parse-json';

const text = z.string().optional().catch(undefined);

/** What an endpoint said of a refusal, whatever form it chose. */
const ErrorDetail = z.object({
  message: text,
  code: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  type: text,
  param: text,
});
export type ErrorDetail = z.infer<typeof ErrorDetail>;

const ErrorBody = z.object({
  error: z
    .union([z.string(), z.looseObject({})])
    .optional()
    .catch(undefined),
  message: text,
  detail: z.unknown().optional(),
});

/**
 * OpenAI's `{error: {...}}`, `{error: "..."}` with or without `message`, vLLM's flat `{message, code}`, FastAPI's `{detail}`,
 * HTML or plain text.
 */
function readErrorBody(body: string): ErrorDetail {
  const json = parseJson(body);
  const parsed = ErrorBody.safeParse(json);
  if (!parsed.success) return { message: describeText(body) };
  const { error, message, detail } = parsed.data;
  if (typeof error === 'string') {
    const words = [error, ...(message === undefined ? [] : [message])].join(': ');
    return { ...ErrorDetail.parse(json), message: words };
  }
  const found = ErrorDetail.parse(error ?? json);
  const fallback = detail === undefined ? body : textOf(detail);
  return { ...found, message: found.message ?? fallback };
}

/** The OpenAI package reads only `{error: {...}}`: every other form becomes that one. */
export function withReadableErrors(fetch: FetchLike): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const error = readErrorBody(await response.text());
    const headers = new Headers(response.headers);
    headers.set('content-type', 'application/json');
    headers.delete('content-length');
    return new Response(JSON.stringify({ error }), { status: response.status, headers });
  };
}

/** One line on a text that should have been JSON. */
export function describeText(body: string): string {
  const start = body.trimStart();
  if (start === '') return 'an empty body';
  if (!isPage(body)) return start.slice(0, 300);
  const title = /<title>([^<]*)<\/title>/i.exec(start)?.[1]?.trim();
  return title === undefined || title === '' ? 'an HTML page' : `an HTML page titled "${title}"`;
}

/** Whether a text is one for a browser. */
export function isPage(body: string): boolean {
  return /^<(?:!doctype|html|\?xml|head|body)/i.test(body.trimStart());
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
