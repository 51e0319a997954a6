import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A real proxy on a free port of this machine; every name resolves to this machine. */
export interface HttpProxy {
  /** With the credentials that it asks for. */
  readonly url: string;
  readonly port: number;
  /** What it was asked for, in order: `CONNECT host:port`, or method and address. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** @param refuses a status that it answers everything with */
export async function startProxy({
  refuses,
}: { readonly refuses?: number } = {}): Promise<HttpProxy> {
  const asked: string[] = [];
  const open = new Set<Socket>();
  const authorization = `Basic ${Buffer.from('me:word').toString('base64')}`;
  const verdictOn = (given: string | undefined): number =>
    refuses ?? (given === authorization ? 200 : 407);
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const verdict = verdictOn(request.headers['proxy-authorization']);
    if (verdict !== 200) {
      response.writeHead(verdict).end('the proxy says no');
      return;
    }
    const { port, pathname, search } = new URL(request.url ?? '');
    const { method, headers } = request;
    const onward = { host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers };
    const forwarded = ask(onward, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    const verdict = verdictOn(request.headers['proxy-authorization']);
    if (verdict !== 200) {
      socket.end(`HTTP/1.1 ${String(verdict)} No\r\n\r\nthe proxy says no`);
      return;
    }
    const port = Number((request.url ?? '').split(':').at(-1));
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) {
      open.add(end);
      end.on('error', () => end.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://me:word@127.0.0.1:${String(port)}`,
    port,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
        for (const end of open) end.destroy();
      }),
  };
}
