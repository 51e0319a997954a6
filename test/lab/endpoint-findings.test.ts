import { endpointFinding, proxyFindings } from '../../lab/endpoint-findings';
import { readSettings } from '../../config/settings';
import { freePort, sendJson, startEndpoint } from '../fakes/http-endpoint';
import { startProxy } from '../fakes/http-proxy';

const look = (environment: Readonly<Record<string, string>>) =>
  endpointFinding({ settings: readSettings(environment) });
const ways = (environment: Readonly<Record<string, string>>) =>
  proxyFindings({ settings: readSettings(environment) });

describe('what doctor says of the model endpoint', () => {
  it('is its address, without credentials, once it has answered with its list of models alone', async () => {
    const endpoint = await startEndpoint((_, response) => sendJson(response, { data: [] }));
    const url = endpoint.baseUrl.replace('//', '//me:word@');
    expect(await look({ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-1' })).toMatchObject({
      ok: true,
      detail: `${endpoint.baseUrl} answers to OPENAI_API_KEY`,
    });
    expect(endpoint.received.map(({ path }) => path)).toEqual(['/v1/models']);
    await endpoint.close();
  });

  it('is what is wrong with it, and what can be done', async () => {
    const endpoint = await startEndpoint((_, response) =>
      sendJson(response, { error: { message: 'bad key' } }, { status: 401 }),
    );
    const refused = await look({ OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-1' });
    expect(refused).toMatchObject({ ok: false, needed: false });
    expect(refused.detail).toContain(`${endpoint.baseUrl} is not ready`);
    expect(refused.remedy).toMatch(/OPENAI_API_KEY/);
    await endpoint.close();
    const port = String(await freePort());
    const silent = await look({
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'sk-1',
    });
    expect(silent.detail).toContain('connection refused');
    const none = await look({ OPENAI_BASE_URL: 'api.test', OPENAI_API_KEY: 'sk-1' });
    expect(none).toMatchObject({
      ok: false,
      remedy: expect.stringContaining('OPENAI_BASE_URL') as string,
    });
  });

  it('is that nothing is asked without a key', async () => {
    expect((await look({})).detail).toBe(
      'no OPENAI_API_KEY or OPENAI_API_KEY_FILE; simulated and recorded models need none',
    );
    expect((await look({ OPENAI_BASE_URL: 'http://a.test/v1' })).detail).toMatch(
      /^http:\/\/a\.test\/v1 is not asked: no OPENAI_API_KEY/,
    );
  });

  it('is what is wrong with the file that should hold the key', async () => {
    const found = await look({ OPENAI_API_KEY_FILE: '/not/there' });
    expect(found).toMatchObject({ ok: false, needed: false });
    expect(found.detail).toContain('OPENAI_API_KEY_FILE=/not/there: ');
    expect(found.remedy).toContain('chmod 600');
  });

  it('is what came through the proxy that applies', async () => {
    const proxy = await startProxy({ refuses: 403 });
    const found = await look({
      OPENAI_BASE_URL: 'https://api.test/v1',
      OPENAI_API_KEY: 'sk-1',
      https_proxy: proxy.url,
    });
    expect(found.detail).toContain(`through the proxy http://127.0.0.1:${String(proxy.port)}`);
    expect(proxy.asked).toEqual(['CONNECT api.test:443']);
    await proxy.close();
  });
});

describe('what doctor says of proxies', () => {
  it('is nothing where none is named', async () => {
    expect(await ways({})).toEqual([]);
  });

  it('is what goes through which, without its password', async () => {
    const [row] = await ways({
      HTTPS_PROXY: 'http://me:word@proxy.test:3128',
      no_proxy: 'pypi.org',
    });
    expect(row).toMatchObject({
      ok: true,
      detail:
        'the model endpoint through http://proxy.test:3128 (HTTPS_PROXY), the package index directly',
    });
    const [local] = await ways({
      http_proxy: 'http://p:1',
      OPENAI_BASE_URL: 'http://localhost/v1',
    });
    expect(local?.detail).toContain('the model endpoint directly');
  });

  it('is which variable names none', async () => {
    expect(await ways({ https_proxy: 'socks5://s:1' })).toMatchObject([
      { ok: false, detail: expect.stringContaining('https_proxy') as string },
    ]);
  });
});
