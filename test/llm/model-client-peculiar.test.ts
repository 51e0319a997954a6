import { createModelClient } from '../../llm/model-client';
import { ModelNonsenseError } from '../../llm/failures/errors';
import { rememberRefused } from '../../llm/remember-refused';
import {
  clientOf,
  closeEndpoints,
  context,
  failureOf,
  identity,
  key,
} from '../fakes/client-under-test';
import {
  chunk,
  completion,
  sendEvents,
  sendJson,
  usageChunk,
  type Play,
  type ReceivedRequest,
} from '../fakes/http-endpoint';
import { modelRequest } from '../../laboratory/fakes/model-requests';

afterEach(closeEndpoints);

/** Answers what `takes` says of a body that is fine; refuses any other with these words. */
const refusing =
  (
    isRefused: (body: NonNullable<ReceivedRequest['body']>) => boolean,
    error: object,
    status = 400,
  ): Play =>
  ({ body = {} }, response) => {
    if (isRefused(body)) sendJson(response, { error }, { status });
    else sendJson(response, completion('ok'));
  };
const rolesOf = (body: ReceivedRequest['body']) =>
  ((body?.['messages'] ?? []) as readonly { role: string; content: string }[]).map(
    ({ role }) => role,
  );

describe('an endpoint that refuses a part of the request', () => {
  it('such as the temperature is asked without, which is said, and remembered', async () => {
    const { ask, received } = await clientOf(
      refusing((body) => 'temperature' in body, {
        code: 'unsupported_value',
        param: 'temperature',
        message:
          "Unsupported value: 'temperature' does not support 0.8 with this model. Only the default (1) value is supported.",
      }),
    );
    const asked = { parameters: { temperature: 0.8 } };
    const { exchange, text } = await ask(asked);
    expect({ text, exchange }).toMatchObject({
      text: 'ok',
      exchange: { temperature: null, dropped: ['temperature'] },
    });
    await ask(asked);
    expect(received.map(({ body }) => 'temperature' in (body ?? {}))).toEqual([true, false, false]);
  });

  it.each([400, 500])('such as the system role is told it by the user: %d', async (status) => {
    const { ask, received } = await clientOf(
      refusing(
        (body) => rolesOf(body).includes('system'),
        { message: 'System role not supported' },
        status,
      ),
    );
    const messages = [
      { role: 'system' as const, content: 'You program.' },
      { role: 'user' as const, content: 'Add two numbers.' },
      { role: 'assistant' as const, content: 'Done.' },
      { role: 'user' as const, content: 'Again.' },
    ];
    expect((await ask({ messages })).exchange?.dropped).toEqual(['system-role']);
    expect(received[1]?.body?.['messages']).toEqual([
      { role: 'user', content: 'You program.\n\nAdd two numbers.' },
      ...messages.slice(2),
    ]);
  });

  it.each([
    [
      'Groq',
      {
        code: 'json_validate_failed',
        message: "Failed to generate JSON. Please adjust your prompt. See 'failed_generation'.",
      },
    ],
    [
      'Ollama',
      'json: cannot unmarshal object into Go struct field ChatRequest.response_format of type string',
    ],
  ])('such as the JSON schema, in the words of %s', async (_who, error) => {
    const { ask } = await clientOf(
      refusing((body) => 'response_format' in body, error as unknown as object),
    );
    const format = { name: 'verdict', schema: { type: 'object' } };
    const { exchange } = await ask({ parameters: { format } });
    expect(exchange).toMatchObject({ schema: null, dropped: ['json-schema'] });
  });

  it('is asked without from the start where that is known from before', async () => {
    const refused = rememberRefused();
    const { client, baseUrl, received } = await clientOf(
      refusing((body) => 'seed' in body, { message: 'Unrecognized argument: seed' }),
    );
    await client.send(modelRequest(), { identity, context, refused });
    expect(await refused.of({ endpoint: baseUrl, model: modelRequest().model })).toEqual(['seed']);
    const later = createModelClient({ baseUrl, apiKey: key, timeoutMs: 30_000, ownServer: false });
    await later.send(modelRequest(), { identity, context, refused });
    expect(received.map(({ body }) => 'seed' in (body ?? {}))).toEqual([true, false, false]);
  });
});

describe('a refusal by a content filter is an answer', () => {
  it.each([
    [403, { message: 'x requires moderation on y. Your input was flagged for "violence"' }],
    [400, { code: 'content_filter', message: 'The response was filtered' }],
    [200, { code: 'content_filter', message: 'The response was filtered' }],
    [200, { code: 403, message: 'Your input was flagged' }],
  ])('with status %d: %j', async (status, error) => {
    const { ask, received } = await clientOf((_, response) =>
      sendJson(response, { error }, { status }),
    );
    expect(await ask()).toMatchObject({ finishReason: 'content-filter', text: '', usage: null });
    expect(received).toHaveLength(1);
  });

  it('with a finish reason of other providers', async () => {
    const { ask } = await clientOf((_, response) =>
      sendJson(response, completion('', { finishReason: 'content_filter: PROHIBITED_CONTENT' })),
    );
    expect((await ask()).finishReason).toBe('content-filter');
  });
});

describe('an answer that nobody can use', () => {
  const answerOf = async (play: Play, model: string) => {
    const { ask } = await clientOf(play);
    const failure = await failureOf(ask({ model }));
    expect(failure).toBeInstanceOf(ModelNonsenseError);
    return (failure as ModelNonsenseError).answer;
  };
  const usage = { promptTokens: 100, completionTokens: 20 };

  it.each([
    ['no choices', completion('x', { body: { choices: [] } })],
    ['a generation that was given up', completion('x', { finishReason: 'error' })],
  ])('says what it took: %s', async (_what, body) => {
    const answer = await answerOf((_, response) => sendJson(response, body), 'gpt-4o');
    expect(answer).toEqual({ usage, costUsd: 0.00045, page: false });
  });

  it('says it of a stream, too', async () => {
    const { ask } = await clientOf((_, response) => sendEvents(response, [usageChunk]), {
      streams: true,
    });
    const failure = (await failureOf(ask({ model: 'gpt-4o' }))) as ModelNonsenseError;
    expect(failure.answer).toEqual({ usage, costUsd: 0.00045, page: false });
  });

  it('has an unknown cost where it does not say what it took', async () => {
    const body = completion('x', { body: { choices: [], usage: undefined } });
    const answer = await answerOf((_, response) => sendJson(response, body), 'gpt-4o');
    expect(answer).toEqual({ usage: null, costUsd: null, page: false });
  });

  it('costs nothing where it is a web page', async () => {
    const none = { promptTokens: 0, completionTokens: 0 };
    const play: Play = (_, response) => response.end('<html><title>Sign in</title></html>');
    expect(await answerOf(play, 'gpt-4o')).toEqual({ usage: none, costUsd: 0, page: true });
  });
});

describe('an answer in pieces that nobody asked for', () => {
  it('is read', async () => {
    const { ask } = await clientOf((_, response) =>
      sendEvents(response, [chunk({ content: 'so it ' }), chunk({ content: 'is' }, 'stop')]),
    );
    expect(await ask()).toMatchObject({ text: 'so it is', exchange: { streamed: true } });
  });

  it('is read, too, where its head calls it something else', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`data: ${JSON.stringify(chunk({ content: 'so it is' }, 'stop'))}\n\n`);
    });
    expect(await ask()).toMatchObject({ text: 'so it is', exchange: { streamed: true } });
  });
});

describe('an answer that is asked for in pieces as long as its tokens are counted', () => {
  const streams = 'where-counted';
  const isStream = ({ body }: ReceivedRequest): boolean => body?.['stream'] === true;
  const play =
    (events: readonly unknown[]): Play =>
    (request, response) => {
      if (isStream(request)) sendEvents(response, events);
      else sendJson(response, completion('ok'));
    };

  it('comes so, with the time to its first token', async () => {
    const counted = [chunk({ content: 'ok' }), chunk({}, 'stop'), usageChunk];
    const { ask, received } = await clientOf(play(counted), { streams });
    expect(await ask()).toMatchObject({ text: 'ok', firstTokenMs: expect.any(Number) as number });
    await ask();
    expect(received.map(isStream)).toEqual([true, true]);
  });

  it('comes whole once they were not', async () => {
    const { ask, received } = await clientOf(play([chunk({ content: 'ok' }, 'stop')]), { streams });
    expect((await ask()).usage).toBeNull();
    expect((await ask()).usage).not.toBeNull();
    expect(received.map(isStream)).toEqual([true, false]);
  });

  it('comes whole where the endpoint does not know how to count them', async () => {
    const { ask, received } = await clientOf(
      refusing((body) => 'stream_options' in body, { message: 'unknown field stream_options' }),
      { streams },
    );
    expect((await ask()).usage).not.toBeNull();
    expect(received.map(isStream)).toEqual([true, false]);
  });
});

describe('an address that is not the API’s', () => {
  it('is told by the target of a redirect', async () => {
    const { ask, baseUrl } = await clientOf((_, response) =>
      response.writeHead(308, { location: '/api/v1/chat/completions?token=x' }).end(),
    );
    const { origin } = new URL(baseUrl);
    const failure = await failureOf(ask({ logicalEndpoint: baseUrl }));
    expect(failure).toMatchObject({ code: 'MODEL_ADDRESS', fate: 'pauses-run' });
    expect(failure.message).toContain(`it redirects to ${origin}/api/v1/chat/completions`);
    expect(failure.message).not.toContain('token');
    expect(failure.remedy).toContain(`Set OPENAI_BASE_URL to ${origin}/api/v1,`);
  });

  it('may be a sign-in', async () => {
    const { ask } = await clientOf((_, response) =>
      response.writeHead(302, { location: 'https://login.invalid/start' }).end(),
    );
    const failure = await failureOf(ask());
    expect(failure.message).toContain('https://login.invalid/start');
    expect(failure.remedy).toContain('no address of the API');
  });

  it('may be of plain http, asked with https', async () => {
    const { baseUrl } = await clientOf((_, response) => sendJson(response, completion('ok')));
    const client = createModelClient({
      ...{ baseUrl: baseUrl.replace('http:', 'https:'), apiKey: key },
      ...{ timeoutMs: 2_000, ownServer: false },
    });
    const failure = await failureOf(client.send(modelRequest(), { identity, context }));
    expect(failure).toMatchObject({ code: 'MODEL_CONNECTION', outcomeUnknown: false });
    expect(failure.message).toContain('does not speak https');
  });

  it('may be of https, asked with plain http', async () => {
    const { ask } = await clientOf((_, response) =>
      response
        .writeHead(400, { 'content-type': 'text/html' })
        .end('<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>'),
    );
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_ADDRESS', fate: 'pauses-run' });
    expect(failure.remedy).toContain('https://');
  });
});
