import { createHttpFetch } from '../../llm/http-fetch';
import { checkEndpoint } from '../../llm';
import { completion, freePort, sendJson, startEndpoint } from '../fakes/http-endpoint';
import { startProxy } from '../fakes/http-proxy';

describe('an endpoint that is asked through a proxy', () => {
  it('is asked by http as one whole request, again and again, with the credentials of the proxy', async () => {
    const proxy = await startProxy();
    const endpoint = await startEndpoint(({ body }, response) => sendJson(response, { got: body }));
    const fetch = createHttpFetch(undefined, proxy.url);
    const address = `http://api.example.test:${String(endpoint.port)}/v1/x?y=1`;
    for (let nth = 1; nth <= 2; nth += 1) {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ nth }) });
      expect(await response.json()).toEqual({ got: { nth } });
    }
    expect(proxy.asked).toEqual([`POST ${address}`, `POST ${address}`]);
    expect(endpoint.received[0]).toMatchObject({ path: '/v1/x?y=1' });
    await Promise.all([endpoint.close(), proxy.close()]);
  });

  it('may have got a request whose answer broke off', async () => {
    const proxy = await startProxy();
    const endpoint = await startEndpoint((_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('a');
      setTimeout(() => response.destroy(), 20);
    });
    const asked = createHttpFetch(
      undefined,
      proxy.url,
    )(`http://api.example.test:${String(endpoint.port)}/`);
    await expect(asked).rejects.toMatchObject({ connected: true });
    await Promise.all([endpoint.close(), proxy.close()]);
  });

  it('is asked by https through a tunnel, and has got nothing before TLS stands', async () => {
    const proxy = await startProxy();
    const endpoint = await startEndpoint((_, response) => sendJson(response, {}));
    const asked = createHttpFetch(
      undefined,
      proxy.url,
    )(`https://api.example.test:${String(endpoint.port)}/v1`);
    await expect(asked).rejects.toMatchObject({ connected: false, code: 'EPROTO' });
    expect(proxy.asked).toEqual([`CONNECT api.example.test:${String(endpoint.port)}`]);
    expect(endpoint.received).toEqual([]);
    await Promise.all([endpoint.close(), proxy.close()]);
  });

  it('says nothing itself where the proxy makes no tunnel: the proxy is named', async () => {
    const proxy = await startProxy({ refuses: 403 });
    const check = checkEndpoint({
      baseUrl: 'https://api.example.test/v1',
      apiKey: 'sk-1',
      proxyUrl: proxy.url,
      models: ['m'],
    });
    await expect(check).rejects.toThrow(
      `no connection (PROXY_ANSWERED_403), asked through the proxy http://127.0.0.1:${String(proxy.port)}`,
    );
    await proxy.close();
  });

  it('is not reached where nothing listens at the proxy, which is named without its password', async () => {
    const port = String(await freePort());
    const check = (scheme: string): Promise<void> =>
      checkEndpoint({
        baseUrl: `${scheme}://api.example.test/v1`,
        apiKey: 'sk-1',
        proxyUrl: `http://me:word@127.0.0.1:${port}`,
        models: ['m'],
      });
    for (const scheme of ['http', 'https']) {
      await expect(check(scheme)).rejects.toThrow(
        `connection refused: nothing listens there, asked through the proxy http://127.0.0.1:${port}`,
      );
    }
  });

  it('is checked as it is asked', async () => {
    const proxy = await startProxy();
    const endpoint = await startEndpoint((_, response) => sendJson(response, completion('OK')));
    await checkEndpoint({
      baseUrl: `http://api.example.test:${String(endpoint.port)}/v1`,
      apiKey: 'sk-1',
      proxyUrl: proxy.url,
      models: ['m'],
    }).catch(() => undefined);
    expect(proxy.asked[0]).toMatch(/^GET http:\/\/api\.example\.test:\d+\/v1\/models$/);
    await Promise.all([endpoint.close(), proxy.close()]);
  });
});
