import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { createModelClient } from '../../../llm';
import { requestIdentity } from '../../../llm/request-identity';
import { modelRequest } from '../../../laboratory/fakes/model-requests';
import type { ModelServer } from '../../../llm/simulated/server';
import { bundledBank } from './bank-samples';
import { bundledServer, chat, chatBody, espalierHeaders, post, withIdentity } from './chat-calls';

let server: ModelServer;
beforeAll(async () => {
  server = await bundledServer();
});
afterAll(() => server.close());

const problems = Array.from({ length: 16 }, (_, number) => `Bundled/${String(number)}`);
const requests = problems.flatMap((problem) =>
  [0, 1, 2].map((ordinal) => ({
    ...espalierHeaders,
    'x-espalier-problem': problem,
    'x-espalier-draw': `0/${String(ordinal)}`,
  })),
);

describe('the model server', () => {
  it('listens on 127.0.0.1 and says what it is', async () => {
    expect(server.url).toBe(`http://127.0.0.1:${String(server.port)}`);
    expect(server.baseUrl).toBe(`${server.url}/v1`);
    const { sha256 } = await bundledBank();
    expect(server.logicalEndpoint.startsWith(`simulated:${sha256}#{`)).toBe(true);
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({
      status: 'ok',
      kind: 'simulated',
      bank: sha256,
    });
    expect(await (await fetch(`${server.baseUrl}/models`)).json()).toEqual({
      object: 'list',
      data: [{ id: 'simulated', object: 'model', created: 0, owned_by: 'espalier' }],
    });
  });

  it('answers as an OpenAI endpoint does, with usage and where the answer comes from', async () => {
    const answer = await chat(server);
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: 'simulated',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', refusal: null } }],
      espalier: { rule: 'draw', repeated: false },
    });
    const content = answer.choices[0]?.message.content ?? '';
    expect(content).toMatch(/^```python\n[^]*def clamp_all[^]*```$/);
    expect(answer.usage).toEqual({
      prompt_tokens: 4 + 6 + 4 + 4,
      completion_tokens: Math.ceil(content.length / 4),
      total_tokens: 18 + Math.ceil(content.length / 4),
    });
  });

  it('gives the same answers in any order, all at once, and after a restart', async () => {
    const forwards: string[] = [];
    for (const headers of requests) forwards.push(JSON.stringify(await chat(server, headers)));
    const other = await bundledServer();
    const backwards = await Promise.all(
      [...requests].reverse().map((headers) => chat(other, headers)),
    );
    await other.close();
    expect(backwards.map((answer) => JSON.stringify(answer)).reverse()).toEqual(forwards);
    expect(new Set(forwards).size).toBeGreaterThan(30);
  });

  it('cuts an answer at max_tokens and says so', async () => {
    const answer = await chat(server, espalierHeaders, { ...chatBody, max_tokens: 5 });
    expect(answer.choices[0]?.message.content).toHaveLength(20);
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.usage.completion_tokens).toBe(5);
  });

  it('answers in JSON where a schema is given', async () => {
    const headers = { ...espalierHeaders, 'x-espalier-role': 'thinker-strategies' };
    const json_schema = { name: 'strategies', schema: { type: 'object' } };
    const body = { ...chatBody, response_format: { type: 'json_schema', json_schema } };
    const text = (await chat(server, headers, body)).choices[0]?.message.content ?? '';
    expect((JSON.parse(text) as { strategies: string[] }).strategies).toHaveLength(3);
    expect((await chat(server, headers)).choices[0]?.message.content).toMatch(/^1\. /);
  });

  it('streams the same answer in pieces, usage at the end on request', async () => {
    const whole = await chat(server);
    const body = { ...chatBody, stream: true, stream_options: { include_usage: true } };
    const response = await post(server, espalierHeaders, body);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text()).split('\n\n').filter((event) => event !== '');
    expect(events.pop()).toBe('data: [DONE]');
    const chunks = events.map(
      (event) =>
        JSON.parse(event.replace(/^data: /, '')) as {
          choices: { delta: { content?: string }; finish_reason: string | null }[];
          usage?: object;
          espalier?: object;
        },
    );
    expect(chunks.length).toBeGreaterThan(4);
    expect(
      chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join(''),
    ).toBe(whole.choices[0]?.message.content);
    expect(
      chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason)).at(-1),
    ).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: whole.usage,
      espalier: whole.espalier,
    });
    const bare = await (await post(server, espalierHeaders, { ...chatBody, stream: true })).text();
    expect(bare).not.toContain('"usage"');
  });

  it('serves the client that our own workers use', async () => {
    const { baseUrl, logicalEndpoint } = server;
    const client = createModelClient({ baseUrl, apiKey: 'none', timeoutMs: 5000, ownServer: true });
    const request = modelRequest({ logicalEndpoint, model: 'simulated' });
    const identity = requestIdentity(request);
    const answer = await client.send(request, {
      identity,
      context: { problem: 'Bundled/4', role: 'solver' },
    });
    expect(answer).toMatchObject({ finishReason: 'stop', origin: { rule: 'draw' } });
    expect(answer.text).toContain('def shear_rows');
    expect(server.log().find((entry) => entry.identity === identity)).toMatchObject({
      problem: 'Bundled/4',
      status: 200,
    });
  });

  it('logs what came, when, how often and when it was answered', async () => {
    const headers = withIdentity('logged', { 'x-espalier-draw': '2/5' });
    await chat(server, headers);
    await chat(server, headers);
    const { entries } = (await (await fetch(`${server.url}/espalier/log`)).json()) as {
      entries: ReturnType<ModelServer['log']>;
    };
    expect(entries).toEqual(server.log());
    const logged = entries.filter(({ identity }) => identity === 'logged');
    expect(logged).toMatchObject([
      { problem: 'Bundled/0', role: 'solver', draw: '2/5', arrival: 1, status: 200 },
      { arrival: 2, status: 200 },
    ]);
    for (const { received, answered } of logged) {
      expect(Date.parse(answered ?? '')).toBeGreaterThanOrEqual(Date.parse(received));
      expect(Object.keys(logged[0] ?? {})).not.toContain('messages');
    }
  });

  it('knows a request without Idempotency-Key by what decides its answer', async () => {
    const lonely = await bundledServer();
    await chat(lonely);
    await chat(lonely);
    await chat(lonely, { ...espalierHeaders, 'x-espalier-draw': '0/1' });
    await chat(lonely, espalierHeaders, { ...chatBody, temperature: 1 });
    const identities = lonely.log().map(({ identity }) => identity);
    expect(identities[0]).toBe(identities[1]);
    expect(new Set(identities).size).toBe(3);
    await lonely.close();
  });

  it('keeps the messages where it is asked to', async () => {
    const keeper = await bundledServer({ logMessages: true });
    await chat(keeper);
    expect(keeper.log()[0]?.messages).toEqual(chatBody.messages);
    await keeper.close();
  });

  it('says when its port is taken', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const { port } = squatter.address() as AddressInfo;
    await expect(bundledServer({ port })).rejects.toMatchObject({
      code: 'MODEL_SERVER_PORT',
      exitCode: 3,
      message: expect.stringContaining(String(port)) as string,
    });
    squatter.close();
  });

  it('refuses settings out of range and a source model that the bank lacks', async () => {
    await expect(bundledServer({ settings: { criticAccuracy: 2 } })).rejects.toMatchObject({
      code: 'BAD_MODEL_SETTING',
    });
    await expect(bundledServer({ settings: { bankModel: 'gpt-9' } })).rejects.toMatchObject({
      code: 'BANK_MODEL_UNKNOWN',
    });
  });
});
