import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

import { httpGet } from '../../../engine/temporal/http-get';

let server: Server;
let base = '';

/** `/n` redirects n times. */
function play(path: string, response: ServerResponse): void {
  const left = Number(path.slice(1));
  if (Number.isNaN(left)) {
    response.writeHead(path === '/gone' ? 404 : 300).end('none');
  } else if (left > 0) {
    response.writeHead(302, { location: `/${String(left - 1)}` }).end();
  } else {
    response.writeHead(200, { 'content-length': 5 }).end('bytes');
  }
}

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    play(url, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function got(path: string) {
  const { status, totalBytes, body } = await httpGet(base + path, AbortSignal.timeout(10_000));
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, totalBytes, text: Buffer.concat(chunks).toString() };
}

describe('a download', () => {
  it.each(['/0', '/1', '/5'])('follows redirects, up to five (%s)', async (path) => {
    expect(await got(path)).toEqual({ status: 200, totalBytes: 5, text: 'bytes' });
  });

  it('gives up at the sixth', async () => {
    await expect(got('/6')).rejects.toThrow(`more than 5 redirects from ${base}/6`);
  });

  it('hands on other answers, without a length if the server gave none', async () => {
    expect(await got('/gone')).toEqual({ status: 404, totalBytes: null, text: 'none' });
    expect(await got('/choices')).toMatchObject({ status: 300 });
  });

  it('ends when it is given up', async () => {
    await expect(httpGet(`${base}/0`, AbortSignal.abort())).rejects.toThrow();
  });
});
