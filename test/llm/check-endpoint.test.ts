import { checkEndpoint, type EndpointNotReadyError } from '../../llm/check-endpoint';
import {
  chunk,
  completion,
  freePort,
  sendEvents,
  sendJson,
  startEndpoint,
  type HttpEndpoint,
  type Play,
} from '../fakes/http-endpoint';

const endpoints: HttpEndpoint[] = [];
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map(({ close }) => close()));
});

async function check(play: Play, models: readonly string[] = ['gpt-x'], timeoutMs = 2_000) {
  const endpoint = await startEndpoint(play);
  endpoints.push(endpoint);
  const { baseUrl } = endpoint;
  await checkEndpoint({ baseUrl, apiKey: 'sk-hunter2222', models, timeoutMs });
  return endpoint;
}

async function refusalOf(checked: Promise<unknown>): Promise<EndpointNotReadyError> {
  const refusal = await checked.then(
    () => null,
    (error: unknown) => error as EndpointNotReadyError,
  );
  if (refusal === null) throw new Error('the endpoint was found ready');
  expect(refusal.name).toBe('EndpointNotReadyError');
  expect(refusal.exitCode).toBe(3);
  expect(refusal.remedy).not.toBe('');
  expect([refusal.message, refusal.remedy].join(' ')).not.toContain('hunter2222');
  return refusal;
}

const list = (...ids: string[]) => ({ object: 'list', data: ids.map((id) => ({ id })) });
/** Lists some models; chats with those and those only. */
const playList =
  (listed: readonly string[], chatting = listed): Play =>
  ({ path, body }, response) => {
    if (path.endsWith('/models')) return sendJson(response, list(...listed));
    if (chatting.includes(String(body?.['model']))) return sendJson(response, completion('OK'));
    const error = { message: 'The model does not exist', code: 'model_not_found' };
    return sendJson(response, { error }, { status: 404 });
  };

describe('an endpoint is ready', () => {
  it('when it lists every model, which takes one request', async () => {
    const { received } = await check(playList(['a', 'gpt-x', 'b']), ['gpt-x', 'a', 'gpt-x']);
    expect(received.map(({ path }) => path)).toEqual(['/v1/models']);
    expect(received[0]?.headers.authorization).toBe('Bearer sk-hunter2222');
  });

  it('when it answers one token of a model that it does not list', async () => {
    const { received } = await check(playList(['a'], ['a', 'gpt-x']), ['gpt-x']);
    expect(received.map(({ path }) => path)).toEqual(['/v1/models', '/v1/chat/completions']);
    expect(received[1]?.body).toMatchObject({ model: 'gpt-x', max_tokens: 1 });
  });

  it.each([404, 405, 501])('when it has no list (%d) but answers', async (status) => {
    await check(({ path }, response) => {
      if (path.endsWith('/models')) return sendJson(response, { error: 'no' }, { status });
      return sendJson(response, completion('OK'));
    });
  });

  it.each([
    [429, { message: 'slow down' }],
    [400, { message: 'max_tokens must be at least 16' }],
    [403, { message: 'The response was filtered due to the content management policy' }],
  ])('when it refuses the small question for another reason: %d', async (status, error) => {
    await check(({ path }, response) => {
      if (path.endsWith('/models')) return sendJson(response, list());
      return sendJson(response, { error }, { status });
    });
  });
});

describe('an endpoint in trouble of its own', () => {
  it.each([500, 502, 503])('is asked again: %d', async (status) => {
    let troubles = 0;
    const { received } = await check(({ path }, response) => {
      if (troubles++ % 2 === 0) return sendJson(response, { error: 'starting' }, { status });
      return sendJson(response, path.endsWith('/models') ? list() : completion('OK'));
    });
    expect(received).toHaveLength(4);
  });

  it('that lasts is not ready within the time of the check', async () => {
    const refusal = await refusalOf(
      check((_, response) => sendJson(response, { error: 'no' }, { status: 503 }), ['gpt-x'], 300),
    );
    expect(refusal.code).toMatch(/ENDPOINT_(SERVER|SILENT)/u);
  });
});

it('is ready when it answers in pieces that nobody asked for', async () => {
  await check(({ path }, response) => {
    if (path.endsWith('/models')) return sendJson(response, list());
    return sendEvents(response, [chunk({ content: 'OK' }, 'stop')]);
  });
});

describe('an endpoint is not ready', () => {
  it('when it is somewhere else, which it names', async () => {
    const refusal = await refusalOf(
      check(({ path }, response) =>
        response.writeHead(301, { location: `https://api.invalid${path}` }).end(),
      ),
    );
    expect(refusal.code).toBe('ENDPOINT_ADDRESS');
    expect(refusal.message).toContain('it redirects to https://api.invalid/v1/models');
    expect(refusal.remedy).toBe('Set OPENAI_BASE_URL to https://api.invalid/v1');
  });

  it('when its port speaks plain http and is asked with https', async () => {
    const endpoint = await startEndpoint((_, response) => sendJson(response, list('m')));
    endpoints.push(endpoint);
    const baseUrl = endpoint.baseUrl.replace('http:', 'https:');
    const refusal = await refusalOf(checkEndpoint({ baseUrl, apiKey: null, models: ['m'] }));
    expect(refusal.message).toContain('OPENAI_BASE_URL begins with http://');
  });

  it('when nothing listens there', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    const refusal = await refusalOf(checkEndpoint({ baseUrl, apiKey: null, models: ['m'] }));
    expect(refusal.code).toBe('ENDPOINT_CONNECTION');
    expect(refusal.message).toContain(`http://127.0.0.1:${String(port)}/v1`);
    expect(refusal.message).toContain('connection refused');
    expect(refusal.remedy).not.toContain('tried again');
  });

  it('when its name does not resolve', async () => {
    const baseUrl = 'http://no-such-host.invalid/v1';
    const refusal = await refusalOf(checkEndpoint({ baseUrl, apiKey: null, models: ['m'] }));
    expect(refusal.code).toBe('ENDPOINT_CONNECTION');
  });

  it.each([
    ['a page of HTML', '<html><title>Welcome to nginx</title></html>', 'Welcome to nginx'],
    ['plain words', 'It works', 'It works'],
    ['other JSON', '{"status": "ok"}', '"status"'],
  ])('when its list is %s', async (_what, body, words) => {
    const refusal = await refusalOf(check((_, response) => response.writeHead(200).end(body)));
    expect(refusal.code).toBe('ENDPOINT_NONSENSE');
    expect(refusal.message).toContain(words);
    expect(refusal.remedy).toContain('OPENAI_BASE_URL');
  });

  it('when it has no list and answers a chat with HTML', async () => {
    const refusal = await refusalOf(
      check(({ path }, response) => {
        if (path.endsWith('/models')) return response.writeHead(404).end('no');
        return response.writeHead(200).end('<html></html>');
      }),
    );
    expect(refusal.code).toBe('ENDPOINT_NONSENSE');
  });

  it.each([401, 403])('when it refuses the key: %d', async (status) => {
    const error = { message: 'Incorrect API key provided: sk-hunter2222' };
    const refusal = await refusalOf(
      check((_, response) => sendJson(response, { error }, { status })),
    );
    expect(refusal.code).toBe('ENDPOINT_AUTHENTICATION');
    expect(refusal.remedy).toContain('OPENAI_API_KEY');
  });

  it('when the account is out of quota', async () => {
    const error = { message: 'no money', code: 'insufficient_quota' };
    const refusal = await refusalOf(
      check(({ path }, response) => {
        if (path.endsWith('/models')) return sendJson(response, list());
        return sendJson(response, { error }, { status: 429 });
      }),
    );
    expect(refusal.code).toBe('ENDPOINT_QUOTA');
  });

  it('when it has other models only, of which it names a few', async () => {
    const known = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const refusal = await refusalOf(check(playList(known), ['a', 'gpt-x']));
    expect(refusal.code).toBe('ENDPOINT_NOT_FOUND');
    expect(refusal.message).toContain('model gpt-x');
    expect(refusal.message).toContain('it knows a, b, c, d, e, and 2 more');
  });

  it('when it is in trouble', async () => {
    const refusal = await refusalOf(
      check((_, response) => sendJson(response, { error: 'starting' }, { status: 503 })),
    );
    expect(refusal.code).toBe('ENDPOINT_SERVER');
    expect(refusal.message).toContain('starting');
  });

  it('when it accepts connections and says nothing, before five seconds are over', async () => {
    const startedMs = Date.now();
    const refusal = await refusalOf(check(() => undefined, ['gpt-x'], 200));
    expect(refusal.code).toBe('ENDPOINT_SILENT');
    expect(refusal.message).toContain('no answer within 200 ms');
    expect(Date.now() - startedMs).toBeLessThan(2_000);
  });

  it('when it answers each question too slowly for the time of the whole check', async () => {
    const play: Play = ({ path }, response) => {
      if (path.endsWith('/models')) return sendJson(response, list());
      return setTimeout(() => sendJson(response, completion('OK')), 150);
    };
    const models = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect((await refusalOf(check(play, models, 400))).code).toBe('ENDPOINT_SILENT');
  });

  it('when its address is none, which is bad usage', async () => {
    const checked = checkEndpoint({ baseUrl: 'localhost:8000', apiKey: null, models: ['m'] });
    await expect(checked).rejects.toMatchObject({ exitCode: 2, code: 'BAD_BASE_URL' });
  });
});
