import { openAiConnection } from '../../llm/openai-connection';

/** The headers and the address of a request with this key. */
async function sent(apiKey: string | null, baseUrl = 'https://a.test/v1') {
  let seen = { url: '', authorization: null as string | null };
  const connection = openAiConnection({
    ...{ apiKey, baseUrl, timeoutMs: 5_000 },
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      seen = { url, authorization: new Headers(init?.headers).get('authorization') };
      return Promise.resolve(Response.json({ data: [] }));
    },
  });
  await connection.openai.get('/models');
  return { ...seen, secrets: connection.secrets, endpoint: connection.endpoint };
}

describe('a connection to an endpoint', () => {
  it('sends the key without white space around it, and keeps it for masking', async () => {
    expect(await sent(' key\n')).toEqual({
      url: 'https://a.test/v1/models',
      authorization: 'Bearer key',
      secrets: ['key'],
      endpoint: 'https://a.test/v1',
    });
  });

  it.each([null, '', ' '])('sends none for %j', async (key) => {
    expect(await sent(key)).toMatchObject({ authorization: null, secrets: [] });
  });

  it('sends the credentials and the query of its address instead, and shows neither', async () => {
    const { authorization, url, secrets, endpoint } = await sent(
      'key',
      'https://me:word@a.test/v1?version=2',
    );
    expect(authorization).toBe(`Basic ${Buffer.from('me:word').toString('base64')}`);
    expect(url).toContain('version=2');
    expect(secrets).toEqual(expect.arrayContaining(['key', 'word']));
    expect(endpoint).not.toContain('word');
  });
});
