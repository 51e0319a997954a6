import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';

import { IndexUnavailableError } from '../errors';
import { withoutCredentials } from './shown-address';

/** What the index answered; whoever asked reads the body or destroys it. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: http.IncomingMessage;
}

/** Asks the real index. @throws IndexUnavailableError after the last try */
export type Upstream = (
  url: string,
  headers: Readonly<Record<string, string>>,
) => Promise<UpstreamAnswer>;

export interface UpstreamOptions {
  /** `http://host:port`, credentials allowed; none: asked directly. */
  readonly proxyUrl?: string;
  /** Without a new byte for that long a connection is given up. Default 60,000. */
  readonly silenceMs?: number;
  /** Default 3, with 500 ms, then 1,000 ms between them. */
  readonly tries?: number;
}

const mostRedirects = 5;
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A way to the index with Node's own clients, through a proxy where one is named. */
export function createUpstream(options: UpstreamOptions = {}): Upstream {
  const { silenceMs = 60_000, tries = 3 } = options;

  async function once(
    address: string,
    headers: Readonly<Record<string, string>>,
    redirects: number,
  ): Promise<UpstreamAnswer> {
    const url = new URL(address);
    const signed = url.username ? { ...headers, authorization: basic(url) } : headers;
    const answer = await ask(url, signed);
    const location = answer.headers.location;
    if (
      answer.statusCode !== undefined &&
      answer.statusCode >= 300 &&
      answer.statusCode < 400 &&
      answer.statusCode !== 304 &&
      location
    ) {
      answer.destroy();
      if (redirects === 0) throw new Error('too many redirects');
      const next = new URL(location, url);
      // What began encrypted stays so.
      if (next.protocol !== url.protocol && next.protocol !== 'https:')
        throw new Error('redirected to an unencrypted address');
      return once(next.href, headers, redirects - 1);
    }
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
  }

  function ask(url: URL, headers: Readonly<Record<string, string>>): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const settings = { headers, timeout: silenceMs, method: 'GET' };
      const begin = (extra: https.RequestOptions): void => {
        const request = (url.protocol === 'https:' ? https : http).request(
          url,
          { ...settings, ...extra },
          resolve,
        );
        request.on('timeout', () => request.destroy(new Error(`nothing came for ${silenceMs} ms`)));
        request.on('error', reject);
        request.end();
      };
      if (options.proxyUrl === undefined) return begin({});
      const proxy = new URL(options.proxyUrl);
      const credentials: Record<string, string> = proxy.username
        ? { 'proxy-authorization': basic(proxy) }
        : {};
      // Not `host`: the name in the address would stand before it.
      const to = { hostname: proxy.hostname, port: proxy.port || 80 };
      if (url.protocol === 'http:') {
        // A plain address is asked of the proxy itself.
        return begin({
          ...to,
          path: url.href,
          headers: { ...headers, ...credentials, host: url.host },
        });
      }
      const authority = `${url.hostname}:${url.port || 443}`;
      const tunnel = http.request({
        ...to,
        method: 'CONNECT',
        path: authority,
        headers: { host: authority, ...credentials },
        timeout: silenceMs,
      });
      tunnel.on('connect', (answer, socket) => {
        if (answer.statusCode !== 200) {
          socket.destroy();
          return reject(new Error(`the proxy answered ${answer.statusCode}`));
        }
        begin({ createConnection: () => tls.connect({ socket, servername: url.hostname }) });
      });
      tunnel.on('timeout', () => tunnel.destroy(new Error(`nothing came for ${silenceMs} ms`)));
      tunnel.on('error', reject);
      tunnel.end();
    });
  }

  return async (address, headers) => {
    let cause: unknown;
    for (let attempt = 0; attempt < tries; attempt++) {
      if (attempt > 0) await wait(500 * attempt);
      try {
        const answer = await once(address, headers, mostRedirects);
        if (!passing.has(answer.status)) return answer;
        answer.body.destroy();
        cause = new Error(`the index answered ${answer.status}`);
      } catch (error) {
        cause = error;
      }
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new IndexUnavailableError(`${withoutCredentials(address)}: ${why}`, { cause });
  };
}

function basic(url: URL): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
