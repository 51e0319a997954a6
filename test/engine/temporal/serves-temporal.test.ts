import { createServer as createHttp2Server } from 'node:http2';
import type { ServerHttp2Stream } from 'node:http2';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

import { freePort } from '../../../processes';
import { servesTemporal } from '../../../engine/temporal/serves-temporal';

const servers: { readonly close: () => unknown }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function addressOf(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A gRPC server that answers every health check with this status. */
function withStatus(status: number): Promise<string> {
  const server = createHttp2Server();
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    stream.end(Buffer.from([0, 0, 0, 0, 2, 0x08, status]));
  });
  return addressOf(server);
}

describe('servesTemporal', () => {
  it('is true when the front end says that it serves', async () => {
    expect(await servesTemporal(await withStatus(1))).toBe(true);
  });

  it('is false when it says that it does not serve yet', async () => {
    expect(await servesTemporal(await withStatus(2))).toBe(false);
  });

  it('is false where nothing listens', async () => {
    expect(await servesTemporal(`127.0.0.1:${await freePort()}`)).toBe(false);
  });

  it('is false where something else answers', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    });
    expect(await servesTemporal(await addressOf(other))).toBe(false);
  });

  it('is false after its time where somebody only listens', async () => {
    const silent = createServer((socket) => servers.push({ close: () => socket.destroy() }));
    const since = Date.now();
    expect(await servesTemporal(await addressOf(silent), 200)).toBe(false);
    expect(Date.now() - since).toBeLessThan(2_000);
  });
});
