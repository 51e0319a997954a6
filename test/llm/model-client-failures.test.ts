import { gzipSync } from 'node:zlib';

import { createModelClient } from '../../llm/model-client';
import {
  clientOf,
  closeEndpoints,
  context,
  failureOf,
  identity,
  key,
} from '../fakes/client-under-test';
import { completion, freePort, sendJson, type Play } from '../fakes/http-endpoint';
import { modelRequest } from '../../laboratory/fakes/model-requests';
import { eventually } from '../../laboratory/home/eventually';

afterEach(closeEndpoints);

describe('a call that fails', () => {
  const play =
    (status: number, body: unknown, headers: Record<string, string> = {}): Play =>
    (_, response) =>
      sendJson(response, body, { status, headers });

  it('at a port where nothing listens was certainly not sent', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    const client = createModelClient({ baseUrl, apiKey: key, timeoutMs: 30_000, ownServer: false });
    const failure = await failureOf(client.send(modelRequest(), { identity, context }));
    expect(failure).toMatchObject({
      code: 'MODEL_CONNECTION',
      fate: 'retryable',
      outcomeUnknown: false,
    });
    expect(failure.message).toContain('connection refused');
  });

  it('at a host without an address was certainly not sent', async () => {
    const baseUrl = 'http://no-such-host.invalid/v1';
    const client = createModelClient({ baseUrl, apiKey: key, timeoutMs: 5_000, ownServer: false });
    const failure = await failureOf(client.send(modelRequest(), { identity, context }));
    expect(failure).toMatchObject({ code: 'MODEL_CONNECTION', outcomeUnknown: false });
  });

  it('by a hang before the headers is a timeout of unknown outcome', async () => {
    const { ask } = await clientOf(() => undefined, { timeoutMs: 150 });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({
      code: 'MODEL_TIMEOUT',
      fate: 'retryable',
      outcomeUnknown: true,
    });
    expect(failure.message).toContain('no complete answer within 150 ms');
  });

  it('by a hang in the middle of the body is one too', async () => {
    const { ask } = await clientOf(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"choices": [');
      },
      { timeoutMs: 150 },
    );
    expect(await failureOf(ask())).toMatchObject({ code: 'MODEL_TIMEOUT', outcomeUnknown: true });
  });

  it('by a connection that drops before the headers has an unknown outcome', async () => {
    const { ask } = await clientOf((_, response) => response.destroy());
    expect(await failureOf(ask())).toMatchObject({
      code: 'MODEL_CONNECTION',
      outcomeUnknown: true,
    });
  });

  it('by a connection that drops in the middle of the body has an unknown outcome', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"choices": [');
      setTimeout(() => response.destroy(), 20);
    });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_CONNECTION', fate: 'retryable' });
    expect(failure.outcomeUnknown).toBe(true);
  });

  it('because we cancelled it in flight is cancelled within moments, outcome unknown', async () => {
    const { ask, received } = await clientOf(() => undefined);
    const controller = new AbortController();
    const answer = ask({}, controller.signal);
    await eventually('the request arrives', () => received.length > 0);
    const startedMs = Date.now();
    controller.abort();
    const failure = await failureOf(answer);
    expect(failure).toMatchObject({ code: 'MODEL_CANCELLED', fate: 'cancelled' });
    expect(failure.outcomeUnknown).toBe(true);
    expect(Date.now() - startedMs).toBeLessThan(1_000);
  });

  it.each([
    ['a page of HTML', 'text/html', '<!doctype html><title>Sign in</title>', 'HTML page titled'],
    ['words', 'text/plain', 'hello there', 'not JSON but hello there'],
    ['broken JSON', 'application/json', '{"choices": [', 'not JSON'],
    ['nothing', 'application/json', '', 'an empty body'],
    ['other JSON', 'application/json', '{"hello": 1}', 'choices'],
    ['an array', 'application/json', '[]', 'not a chat completion'],
    ['null', 'application/json', 'null', 'not a chat completion'],
    ['no choices', 'application/json', '{"choices": []}', 'choices'],
    ['a choice without a message', 'application/json', '{"choices": [{}]}', 'message'],
    ['compressed bytes', 'application/json', gzipSync('{}').toString('latin1'), 'not JSON'],
  ])('by %s is nonsense, to be tried again', async (_what, ...[type, body, words]) => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_NONSENSE', fate: 'retryable' });
    expect(failure.outcomeUnknown).toBe(false);
    expect(failure.message).toContain(words);
  });

  it('because generation was given up in the middle is nonsense', async () => {
    const { ask } = await clientOf((_, response) =>
      sendJson(response, completion('half', { finishReason: 'error' })),
    );
    expect((await failureOf(ask())).code).toBe('MODEL_NONSENSE');
  });

  it('with a status of no kind is nonsense or trouble, never an unhandled rejection', async () => {
    const { ask } = await clientOf((_, response) => {
      response.socket?.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nhi');
    });
    expect((await failureOf(ask())).fate).toBe('retryable');
  });

  it('by an error in a body that claims success has the status in the body', async () => {
    const { ask } = await clientOf(play(200, { error: { code: 429, message: 'slow down' } }));
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_RATE_LIMIT', status: 429 });
    expect(failure.message).toContain('slow down');
  });

  it.each([
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['milliseconds', { 'retry-after-ms': '250' }, 250],
    ['hours', { 'retry-after': '7200' }, 7_200_000],
    ['a date that nobody can mean', { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }, undefined],
    ['nonsense', { 'retry-after': 'later' }, undefined],
    ['a negative number', { 'retry-after': '-3' }, undefined],
  ])('by a rate limit with %s tells the wait', async (_form, headers, expected) => {
    const { ask } = await clientOf(play(429, { error: { message: 'slow' } }, headers));
    const failure = await failureOf(ask());
    expect(failure.code).toBe('MODEL_RATE_LIMIT');
    expect(failure.retryAfterMs).toBe(expected);
  });

  it('by a rate limit that asks for hours sleeps so long, and says until when', async () => {
    const { ask } = await clientOf(
      play(429, { error: { message: 'slow' } }, { 'retry-after': '7200' }),
    );
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ fate: 'waits', retryAfterMs: 7_200_000 });
    expect(failure.message).toMatch(/slow \(it wants to be left alone until \d{4}-.*:\d\dZ\)/u);
  });

  it.each([
    ['{error: {message}}', { error: { message: 'the words' } }],
    ['{error: text}', { error: 'the words' }],
    ['{error: name, message}', { error: 'SyntaxError', message: 'the words', status: 500 }],
    ['{message}', { object: 'error', message: 'the words', code: 503 }],
    ['{detail: text}', { detail: 'the words' }],
    ['{detail: list}', { detail: [{ loc: ['body'], msg: 'the words' }] }],
    ['text', 'the words'],
  ])('keeps the words of the endpoint: %s', async (_form, body) => {
    const { ask } = await clientOf(play(503, body));
    const failure = await failureOf(ask());
    expect(failure.code).toBe('MODEL_SERVER');
    expect(failure.message).toContain('the words');
  });

  it('by a page of HTML keeps its title', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><head><title>502 Bad Gateway</title></head></html>');
    });
    expect((await failureOf(ask())).message).toContain('HTML page titled "502 Bad Gateway"');
  });

  it('is sent once: retries belong to the engine', async () => {
    const { ask, received } = await clientOf(play(500, { error: { message: 'no' } }));
    await failureOf(ask());
    expect(received).toHaveLength(1);
  });

  it('never repeats the key that the endpoint repeats', async () => {
    const { ask } = await clientOf((request, response) =>
      sendJson(
        response,
        { error: { message: `wrong: ${String(request.headers.authorization)}` } },
        { status: 401 },
      ),
    );
    const failure = await failureOf(ask());
    expect(failure.message).toContain('[redacted]');
    expect(failure.cause).toBeUndefined();
  });
});
