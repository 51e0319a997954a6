import { connect } from 'node:net';

import type { ModelServer } from '../../../llm/simulated/server';
import {
  bundledServer,
  chat,
  chatBody,
  espalierHeaders,
  post,
  type ChatAnswer,
} from './chat-calls';

let server: ModelServer;
beforeAll(async () => {
  server = await bundledServer({ maxBodyBytes: 5000 });
});
afterAll(() => server.close());

async function refusal(response: Response) {
  const { error } = (await response.json()) as ChatAnswer;
  return { status: response.status, ...error };
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(espalierHeaders).filter(([key]) => key !== name));
}

describe('the model server refuses', () => {
  it.each(Object.keys(espalierHeaders))('a request without %s, with the remedy', async (name) => {
    const refused = await refusal(await post(server, without(name)));
    expect(refused).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code: 'missing_header',
    });
    expect(refused.message).toContain(`header ${name} is missing`);
    expect(refused.message).toContain('send x-espalier-problem, x-espalier-role');
  });

  it.each([
    ['x-espalier-role', 'wizard'],
    ['x-espalier-seed', '-1'],
    ['x-espalier-seed', '1.5'],
    ['x-espalier-seed', '99999999999999999999'],
    ['x-espalier-draw', '3'],
    ['x-espalier-draw', '0/1/2'],
    ['x-espalier-draw', 'a/b'],
    ['x-espalier-draw', '0/'],
    ['x-espalier-problem', '%E0%A4%A'],
  ])('%s: %s, naming what it must be', async (name, value) => {
    const refused = await refusal(await post(server, { ...espalierHeaders, [name]: value }));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_header' });
    expect(refused.message).toContain(`header ${name} is ${JSON.stringify(value)}; it must be`);
  });

  it.each([
    ['no JSON', '{"model":', 'invalid_json', /not JSON/],
    ['no messages', { model: 'm' }, 'invalid_request', /messages/],
    ['no message', { model: 'm', messages: [] }, 'invalid_request', /messages/],
    ['no model', { messages: chatBody.messages }, 'invalid_request', /model/],
    ['two choices', { ...chatBody, n: 2 }, 'invalid_request', /n: only one choice/],
  ])('a body with %s', async (...[, body, code, words]) => {
    const refused = await refusal(await post(server, espalierHeaders, body));
    expect(refused).toMatchObject({ status: 400, code });
    expect(refused.message).toMatch(words);
  });

  it('a body that is no UTF-8', async () => {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...espalierHeaders },
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  it('a body that is too large, and goes on serving', async () => {
    const body = { ...chatBody, messages: [{ role: 'user', content: 'x'.repeat(200_000) }] };
    const refused = await refusal(await post(server, espalierHeaders, body));
    expect(refused).toMatchObject({ status: 413, code: 'request_too_large' });
    expect(refused.message).toContain('5000');
    expect((await chat(server)).choices).toHaveLength(1);
  });

  it.each(['solver', 'thinker-strategies', 'critic-verification'])(
    'a problem that the bank does not have, to a %s',
    async (role) => {
      const headers = { ...espalierHeaders, 'x-espalier-role': role };
      const refused = await refusal(
        await post(server, { ...headers, 'x-espalier-problem': 'HumanEval/0' }),
      );
      expect(refused).toMatchObject({ status: 404, code: 'problem_not_in_bank' });
      expect(refused.message).toContain('HumanEval/0');
      expect(refused.message).toContain('--skip-missing');
      expect(server.log().at(-1)).toMatchObject({ problem: 'HumanEval/0', status: 404 });
    },
  );

  it('other paths and methods, naming those it knows', async () => {
    const refused = await refusal(await fetch(`${server.url}/v1/completions`, { method: 'POST' }));
    expect(refused).toMatchObject({ status: 404, code: 'unknown_path' });
    expect(refused.message).toContain('POST /v1/chat/completions');
    expect((await fetch(`${server.url}/v1/chat/completions`)).status).toBe(404);
  });

  it('nothing to a client that goes away in the middle of a request', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"mod',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect((await chat(server)).choices).toHaveLength(1);
  });

  it('no problem whose id travels percent-encoded', async () => {
    const headers = { ...espalierHeaders, 'x-espalier-problem': 'Bundled%2F1' };
    expect((await chat(server, headers)).choices[0]?.message.content).toContain('count_vowel_runs');
  });
});
