import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createModelBatches } from '../../../llm/batches/model-batches';
import type { ModelBatches } from '../../../core/adapters/model-batches';

/** Status and body of an answer. Text is sent as it is. */
export type Played = readonly [status: number, body: object | string];

/** The batch API over a real server that answers each `METHOD /path` as it is told. */
export async function playedEndpoint(answers: Readonly<Record<string, Played>>): Promise<{
  readonly batches: ModelBatches;
  readonly asked: readonly string[];
  readonly close: () => void;
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/v1/, '').replace(/\?.*$/, '');
    const name = `${request.method ?? ''} ${path}`;
    request.resume().on('end', () => {
      asked.push(name);
      const [status, body] = answers[name] ?? [500, { error: {} }];
      const isText = typeof body === 'string';
      response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
      response.end(isText ? body : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
  const options = { baseUrl, apiKey: null, timeoutMs: 10_000, acceptsSeed: true };
  return {
    batches: createModelBatches({ ...options, ownServer: false }),
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
