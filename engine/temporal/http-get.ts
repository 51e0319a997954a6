import { get as getHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

export interface HttpReply {
  readonly status: number;
  /** From the content-length header, bytes; null when it is absent. */
  readonly totalBytes: number | null;
  readonly body: AsyncIterable<Uint8Array>;
}

export type HttpGet = (url: string, signal: AbortSignal) => Promise<HttpReply>;

const mostRedirects = 5;

/** GET without credentials or cookies. Follows redirects, never from https to http. */
export const httpGet: HttpGet = async (url, signal) => {
  let target = new URL(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const reply = await request(target, signal);
    const status = reply.statusCode ?? 0;
    const { location } = reply.headers;
    if (status < 300 || status >= 400 || location === undefined) return toReply(reply, status);
    reply.destroy();
    const next = new URL(location, target);
    if (target.protocol === 'https:' && next.protocol !== 'https:') {
      throw new Error(`${target.host} redirects to the unprotected ${next.origin}`);
    }
    target = next;
  }
  throw new Error(`more than ${mostRedirects} redirects from ${url}`);
};

function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    get(url, { signal }, resolve).once('error', reject);
  });
}

function toReply(body: IncomingMessage, status: number): HttpReply {
  const length = Number(body.headers['content-length'] ?? Number.NaN);
  return { status, totalBytes: Number.isFinite(length) ? length : null, body };
}
