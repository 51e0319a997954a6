import http from 'node:http';
import https from 'node:https';

import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** Of our own: told the bytes of a successful answer's body as they come; they are in the response as well. */
export interface Tap {
  readonly onBytes?: (bytes: Buffer) => void;
}

/** The part of `fetch` that the OpenAI package needs. */
export type FetchLike = (
  input: string | URL | Request,
  init?: RequestInit & Tap,
) => Promise<Response>;

/** No complete answer came; `connected` says whether the request can have reached the endpoint. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly connected: boolean,
    /** `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED`, ... */
    readonly code: string,
    /** The proxy that it was asked through, without credentials; null: none. */
    readonly proxy: string | null = null,
  ) {
    // The OpenAI package takes any message with "timed out" in it for a timeout of its own, so the code stays out.
    super(connected ? 'the connection broke before the answer was complete' : 'no connection');
  }
}

const longestBodyBytes = 64 * 1024 * 1024;
// Below the 5 s after which common servers close an idle connection: a request never races that.
const idleConnectionMs = 4_000;

/**
 * `fetch` over Node's HTTP client. Resolves when the body is complete, so one timeout covers both; knows whether a failed
 * request can have been received; has no time limits of its own (the global `fetch` gives up after 300 s without headers).
 * Redirects are not followed. @param proxyUrl null: none @throws TransportError, or an AbortError when `init.signal` is
 * aborted.
 */
export function createHttpFetch(
  maxBodyBytes = longestBodyBytes,
  proxyUrl: string | null = null,
): FetchLike {
  const agents = agentsFor(proxyUrl);
  const proxy = proxyUrl === null ? null : new URL(proxyUrl).origin;
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      agent: secure ? agents.https : agents.http,
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
    });
    return exchange(request, { secure, maxBodyBytes, proxy, init });
  };
}

/** An https address is asked through a tunnel, so that the proxy sees neither key nor question; an http one of the proxy itself. */
function agentsFor(proxyUrl: string | null): {
  readonly http: http.Agent;
  readonly https: http.Agent;
} {
  const kept = { keepAlive: true, timeout: idleConnectionMs };
  return proxyUrl === null
    ? { http: new http.Agent(kept), https: new https.Agent(kept) }
    : { http: new HttpProxyAgent(proxyUrl, kept), https: new HttpsProxyAgent(proxyUrl, kept) };
}

interface ExchangeOptions {
  readonly secure: boolean;
  readonly maxBodyBytes: number;
  readonly proxy: string | null;
  readonly init: (RequestInit & Tap) | undefined;
}

function exchange(request: http.ClientRequest, options: ExchangeOptions): Promise<Response> {
  const { secure, maxBodyBytes, proxy, init } = options;
  const signal = init?.signal ?? undefined;
  return new Promise<Response>((resolve, reject) => {
    let connected = false;
    const abort = () => request.destroy();
    const settle = (finish: () => void) => {
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const fail = (error: unknown) => {
      settle(() => {
        reject(
          signal?.aborted === true
            ? abortError()
            : new TransportError(connected, codeOf(error), proxy),
        );
      });
    };
    // A proxy that makes no tunnel has an answer of its own, which is none of the endpoint's.
    request.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      if (statusCode !== 200) fail({ code: `PROXY_ANSWERED_${String(statusCode)}` });
    });
    request.on('socket', (socket) => {
      // A socket that is used again has connected: a listener for it would stay on it for ever. One to a proxy comes connected.
      if (request.reusedSocket || (!secure && !socket.connecting)) connected = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true));
    });
    request.on('error', fail);
    request.on('response', (incoming) => {
      const good = Math.floor((incoming.statusCode ?? 0) / 100) === 2;
      collect(incoming, maxBodyBytes, good ? init?.onBytes : undefined)
        .then((body) => toResponse(incoming, body))
        .then((response) => {
          settle(() => {
            resolve(response);
          });
        }, fail);
    });
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    sendBody(request, init?.body).catch(fail);
  });
}

/** A form becomes bytes with a boundary, which the header of its type must name. */
async function sendBody(request: http.ClientRequest, body: RequestInit['body']): Promise<void> {
  if (!(body instanceof FormData)) {
    request.end(typeof body === 'string' ? body : undefined);
    return;
  }
  const form = new Response(body);
  request.setHeader('content-type', form.headers.get('content-type') ?? '');
  request.end(Buffer.from(await form.arrayBuffer()));
}

async function collect(
  incoming: http.IncomingMessage,
  maxBodyBytes: number,
  onBytes?: (bytes: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw Object.assign(new Error(), { code: 'BODY_TOO_LARGE' });
    onBytes?.(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toResponse(incoming: http.IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.append(name, value);
  }
  const status = incoming.statusCode ?? 0;
  const hasNoBody = status === 204 || status === 205 || status === 304;
  return new Response(hasNoBody ? null : new Uint8Array(body), { status, headers });
}

function codeOf(error: unknown): string {
  // Not `instanceof Error`: errors of Node's own modules are of another realm under jest.
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
}

function abortError(): Error {
  return Object.assign(new Error('The request was aborted'), { name: 'AbortError' });
}
