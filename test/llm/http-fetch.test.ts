import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import https, { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import { createHttpFetch, TransportError } from '../../llm/http-fetch';
import { freePort, sendJson, startEndpoint } from '../fakes/http-endpoint';

/** TLS without certificates, so that no key has to lie here. */
const withoutCertificate = {
  ciphers: 'aNULL:@SECLEVEL=0',
  maxVersion: 'TLSv1.2',
  rejectUnauthorized: false,
} as const;

describe('fetch over the HTTP client', () => {
  it('sends method, headers and body, and gives status, headers and body back', async () => {
    const endpoint = await startEndpoint(({ body }, response) =>
      sendJson(response, { got: body }, { status: 201, headers: { 'x-answer': 'yes' } }),
    );
    const response = await createHttpFetch()(`${endpoint.baseUrl}/x?y=1`, {
      method: 'POST',
      headers: { 'x-question': 'ä'.normalize('NFC') },
      body: JSON.stringify({ text: 'é…' }),
    });
    expect([response.status, response.headers.get('x-answer')]).toEqual([201, 'yes']);
    expect(await response.json()).toEqual({ got: { text: 'é…' } });
    expect(endpoint.received[0]).toMatchObject({ method: 'POST', path: '/v1/x?y=1' });
    await endpoint.close();
  });

  it('takes long bodies where nobody says how long they may be', async () => {
    const text = 'x'.repeat(200_000);
    const endpoint = await startEndpoint((_, response) => sendJson(response, { text }));
    const response = await createHttpFetch()(endpoint.baseUrl);
    expect(await response.json()).toEqual({ text });
    await endpoint.close();
  });

  it('uses a connection again, and knows that it stands', async () => {
    const sockets = new Set<unknown>();
    const endpoint = await startEndpoint((_, response) => {
      sockets.add(response.socket);
      if (endpoint.received.length < 3) sendJson(response, {});
      else response.destroy();
    });
    const fetch = createHttpFetch();
    await fetch(endpoint.baseUrl);
    await fetch(endpoint.baseUrl);
    const failure: unknown = await fetch(endpoint.baseUrl).catch((error: unknown) => error);
    expect(sockets.size).toBe(1);
    expect(failure).toBeInstanceOf(TransportError);
    expect(failure).toMatchObject({ connected: true, code: 'ECONNRESET' });
    await endpoint.close();
  });

  it('knows that a connection by https stands that it uses again', async () => {
    let requests = 0;
    const server = createServer(withoutCertificate, (_, response) => {
      requests += 1;
      if (requests < 3) response.end('{}');
      else response.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const request = https.request.bind(https);
    const trusting = jest
      .spyOn(https, 'request')
      .mockImplementation(((url: URL, options: https.RequestOptions) =>
        request(url, { ...options, ...withoutCertificate })) as typeof https.request);
    const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const connections = jest.fn();
    server.on('secureConnection', connections);
    const fetch = createHttpFetch();
    await fetch(url);
    await fetch(url);
    await expect(fetch(url)).rejects.toMatchObject({ connected: true, code: 'ECONNRESET' });
    expect(connections).toHaveBeenCalledTimes(1);
    trusting.mockRestore();
    server.close();
  });

  it('leaves nothing behind on a connection that it uses again', async () => {
    const endpoint = await startEndpoint((_, response) => sendJson(response, {}));
    const sockets: Socket[] = [];
    const note = (made: unknown): void => void sockets.push((made as { socket: Socket }).socket);
    subscribe('net.client.socket', note);
    const fetch = createHttpFetch();
    for (let request = 0; request < 12; request += 1) await fetch(endpoint.baseUrl);
    unsubscribe('net.client.socket', note);
    expect(sockets).toHaveLength(1);
    expect(sockets[0]?.listenerCount('connect')).toBe(0);
    await endpoint.close();
  });

  it('says when no connection was made', async () => {
    const url = `http://127.0.0.1:${String(await freePort())}`;
    await expect(createHttpFetch()(url)).rejects.toMatchObject({
      connected: false,
      code: 'ECONNREFUSED',
    });
  });

  it('has not connected when the other side speaks no TLS', async () => {
    const endpoint = await startEndpoint((_, response) => sendJson(response, {}));
    const url = endpoint.baseUrl.replace('http:', 'https:');
    await expect(createHttpFetch()(url)).rejects.toMatchObject({ connected: false });
    await endpoint.close();
  });

  it('ends with an AbortError when it is told to, before and in the middle', async () => {
    const endpoint = await startEndpoint((_, response) => {
      response.writeHead(200);
      response.write('a');
    });
    const fetch = createHttpFetch();
    const before = fetch(endpoint.baseUrl, { signal: AbortSignal.abort() });
    await expect(before).rejects.toMatchObject({ name: 'AbortError' });
    const during = fetch(endpoint.baseUrl, { signal: AbortSignal.timeout(60) });
    await expect(during).rejects.toMatchObject({ name: 'AbortError' });
    await endpoint.close();
  });

  it('takes an answer without a body', async () => {
    const endpoint = await startEndpoint((_, response) => response.writeHead(204).end());
    const response = await createHttpFetch()(endpoint.baseUrl);
    expect([response.status, await response.text()]).toEqual([204, '']);
    await endpoint.close();
  });

  it('does not follow redirects: a key goes only where it was meant to', async () => {
    const endpoint = await startEndpoint((_, response) =>
      response.writeHead(307, { location: 'http://elsewhere.invalid/' }).end(),
    );
    expect((await createHttpFetch()(endpoint.baseUrl)).status).toBe(307);
    await endpoint.close();
  });

  it('gives up on a body without end', async () => {
    const endpoint = await startEndpoint((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await expect(createHttpFetch(1_000_000)(endpoint.baseUrl)).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
    });
    await endpoint.close();
  });
});
