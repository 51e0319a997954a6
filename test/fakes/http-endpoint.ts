import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the endpoint got it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, or undefined without a body. */
  readonly body: Record<string, unknown> | undefined;
}

export type Play = (request: ReceivedRequest, response: ServerResponse) => void;

/** A real HTTP server on a free port of this machine that plays a good or a bad endpoint. */
export interface HttpEndpoint {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  readonly close: () => Promise<void>;
}

export async function startEndpoint(play: Play): Promise<HttpEndpoint> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const seen: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
      };
      received.push(seen);
      play(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    port,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const endpoint = await startEndpoint(() => undefined);
  await endpoint.close();
  return endpoint.port;
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  options: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): void {
  response.writeHead(options.status ?? 200, {
    'content-type': 'application/json',
    ...options.headers,
  });
  response.end(JSON.stringify(body));
}

/** A chat completion as endpoints send it. */
export function completion(
  content: string | null,
  changes: {
    readonly finishReason?: string | null;
    readonly message?: Record<string, unknown>;
    readonly body?: Record<string, unknown>;
  } = {},
): Record<string, unknown> {
  const { finishReason = 'stop', message = {}, body = {} } = changes;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'whatever',
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        message: { role: 'assistant', content, ...message },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...body,
  };
}

/** A streamed answer as endpoints send it: an event for each, then, unless it is left out, the end. */
export function sendEvents(
  response: ServerResponse,
  events: readonly unknown[],
  { done = true }: { readonly done?: boolean } = {},
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end(done ? 'data: [DONE]\n\n' : undefined);
}

/** A piece of a streamed completion. */
export function chunk(
  delta: Record<string, unknown>,
  finishReason: string | null = null,
): Record<string, unknown> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'whatever',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    usage: null,
  };
}

export const usageChunk = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
};
