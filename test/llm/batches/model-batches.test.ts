import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type {
  BatchedRequest,
  EndedBatch,
  ModelBatches,
} from '../../../core/adapters/model-batches';
import type { ModelAnswer } from '../../../core/schemas/model';
import { modelRequest } from '../../../laboratory/fakes/model-requests';
import { createModelBatches } from '../../../llm/batches/model-batches';
import { createModelClient } from '../../../llm/model-client';
import { requestIdentity } from '../../../llm/request-identity';
import type { BatchRules } from '../../../llm/simulated/batches/batch-rules';
import type { ModelServer } from '../../../llm/simulated/server';
import { startEndpoint } from '../../fakes/http-endpoint';
import { bundledServer } from '../simulated/chat-calls';

const form = { model: 'gpt-4o-mini', task: 'chat', refused: [] } as const;

function ratings(count: number): readonly BatchedRequest[] {
  return Array.from({ length: count }, (_, at) => {
    const content = `Rate the complexity: [Write program ${String(at)}.]`;
    const request = modelRequest({
      ...{ messages: [{ role: 'user', content }], parameters: { temperature: 0 } },
      draw: { sample: 0, ordinal: 0 },
    });
    const context = { problem: `own/${String(at)}`, role: 'first-rater' } as const;
    return { identity: requestIdentity(request), request, context };
  });
}

let server: ModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function batchesAt(rules: BatchRules = {}, ownServer = true) {
  server = await bundledServer({ batches: rules });
  const { baseUrl } = server;
  const options = { baseUrl, apiKey: null, timeoutMs: 10_000, ownServer, acceptsSeed: true };
  return { batches: createModelBatches(options), options };
}

async function ended(batches: ModelBatches, requests: readonly BatchedRequest[], token = 't') {
  const submitted = await batches.submit(requests, { ...form, token });
  if (submitted.kind !== 'submitted') throw new Error(submitted.kind);
  return (await batches.look(submitted.id, form.model)) as EndedBatch;
}

/** Without what differs in a batch. */
const plain = ({ latencyMs, ...answer }: ModelAnswer): object => ({
  ...answer,
  timed: latencyMs >= 0,
});

describe('a batch', () => {
  it('gives the same answers as single requests', async () => {
    const { batches, options } = await batchesAt();
    const requests = ratings(5);
    const end = await ended(batches, requests);
    expect(end).toMatchObject({ kind: 'ended', status: 'completed' });
    const { usable: answers } = await batches.answers(end, requests, form);
    const client = createModelClient(options);
    for (const { identity, request, context } of requests) {
      const single = await client.send(request, { identity, context });
      const answer = answers.get(identity);
      expect(answer && plain(answer)).toEqual(plain(single));
    }
    expect(server?.log()).toHaveLength(5);
  });

  it('costs half where the price is known', async () => {
    const { options } = await batchesAt();
    const batches = createModelBatches({ ...options, ownServer: false });
    const [one] = ratings(1);
    if (one === undefined) throw new RangeError('there is no request');
    const body = {
      choices: [{ message: { content: '4' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1_000_000, completion_tokens: 0 },
    };
    const line = { custom_id: one.identity, response: { status_code: 200, body } };
    const endpoint = await startEndpoint((_, response) => void response.end(JSON.stringify(line)));
    const at = createModelBatches({ ...options, baseUrl: endpoint.baseUrl, ownServer: false });
    const end: EndedBatch = {
      kind: 'ended',
      status: 'completed',
      input: null,
      files: ['f'],
      tookMs: 5,
      isOverLimit: false,
      words: null,
    };
    const answer = (await at.answers(end, [one], form)).usable.get(one.identity);
    // gpt-4o-mini: 0.15 USD a million tokens.
    expect(answer).toMatchObject({ text: '4', costUsd: 0.075, latencyMs: 5 });
    await endpoint.close();
    expect(batches.endpoint).toBe(server?.baseUrl);
  });

  it('is found by its token when the answer to its submission was lost', async () => {
    const { batches } = await batchesAt({ unheard: 1 });
    const submission = batches.submit(ratings(2), { ...form, token: 'lost' });
    await expect(submission).rejects.toMatchObject({ fate: 'retryable' });
    expect(await batches.find('lost', Date.now(), form.model)).toEqual({
      kind: 'found',
      id: 'batch-1',
    });
    expect(await batches.find('other', Date.now(), form.model)).toEqual({ kind: 'absent' });
  });

  it('has no answers for requests that failed or are missing', async () => {
    const { batches } = await batchesAt({ failShare: 0.4, missingShare: 0.3 });
    const requests = ratings(40);
    const end = await ended(batches, requests);
    const { usable: answers } = await batches.answers(end, requests, form);
    expect(answers.size).toBeGreaterThan(0);
    expect(answers.size).toBeLessThan(30);
  });

  it('keeps the answers of its done half when it expires, and none when it fails', async () => {
    for (const [end, count] of [
      ['expired', 2],
      ['failed', 0],
    ] as const) {
      const { batches } = await batchesAt({ end });
      const requests = ratings(4);
      const over = await ended(batches, requests);
      expect(over.status).toBe(end);
      expect((await batches.answers(over, requests, form)).usable.size).toBe(count);
      await server?.close();
    }
  });

  it('is open while it is worked on, and gone where nobody knows it', async () => {
    const { batches } = await batchesAt({ takesMs: 60_000 });
    expect(await ended(batches, ratings(1))).toEqual({ kind: 'open' });
    expect(await batches.look('batch-9', form.model)).toMatchObject({ kind: 'gone' });
    await batches.cancel('batch-1', form.model);
    expect(await batches.look('batch-1', form.model)).toMatchObject({ status: 'cancelled' });
  });

  it('is refused for good by an endpoint without batches', async () => {
    const { batches } = await batchesAt({ serves: false });
    const refused = { kind: 'refused', isUnsupported: true };
    expect(await batches.submit(ratings(1), { ...form, token: 't' })).toMatchObject(refused);
    expect(await batches.find('t', 0, form.model)).toMatchObject(refused);
  });

  it.each([
    [401, 'pauses-run'],
    [429, 'retryable'],
    [500, 'retryable'],
  ])('that meets status %i fails as a single request does', async (status, fate) => {
    const endpoint = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{}}');
    }).listen(0, '127.0.0.1');
    await once(endpoint, 'listening');
    const { port } = endpoint.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    const options = { baseUrl, apiKey: null, timeoutMs: 10_000, acceptsSeed: true };
    const batches = createModelBatches({ ...options, ownServer: false });
    const submission = batches.submit(ratings(1), { ...form, token: 't' });
    await expect(submission).rejects.toMatchObject({ fate });
    endpoint.close();
    endpoint.closeAllConnections();
  });
});
