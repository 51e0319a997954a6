import { createServer, type RequestListener, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { DockerBackend, planContainer } from '../../../sandbox/docker-backend';
import { DockerEngine } from '../../../sandbox/docker-engine';
import { toSandboxError } from '../../../sandbox/to-sandbox-error';

describe('a Docker engine in trouble', () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-engine-'));
  let socket = '';
  let server: Server;

  async function listen(answer: RequestListener): Promise<DockerEngine> {
    // One of its own each: the client keeps connections of an earlier engine at the same address.
    socket = join(mkdtempSync(join(folder, 'e')), 'docker.sock');
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    return new DockerEngine(`unix://${socket}`, 300);
  }
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('that never answers is given up, and that is worth a later try', async () => {
    const engine = await listen(() => undefined);
    const error: unknown = await engine.labelled('x').catch((failure: unknown) => failure);
    expect(error).toMatchObject({ status: null, message: 'no answer within 300 ms' });
    expect(toSandboxError(error, 'i', socket)).toMatchObject({ fate: 'retryable' });
  });

  it('that hangs up in the middle is worth a later try', async () => {
    const engine = await listen((request) => request.socket.destroy());
    const error: unknown = await engine.imageId('i').catch((failure: unknown) => failure);
    expect(toSandboxError(error, 'i', socket)).toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });

  it('that creates a container but cannot start it is asked to remove it again', async () => {
    const asked: string[] = [];
    const engine = await listen((request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      asked.push(`${request.method ?? ''} ${path}`);
      const created = path === '/containers/create';
      response.writeHead(created ? 201 : request.method === 'DELETE' ? 204 : 500, {
        'content-type': 'application/json',
      });
      response.end(
        created ? '{"Id":"abc"}' : request.method === 'DELETE' ? '' : '{"message":"no"}',
      );
    });
    const options = { image: 'i', stateLabel: 's', bootstrap: 'b', owner: 'o', user: 7 };
    const error: unknown = await engine
      .run(planContainer({ memoryMb: 64 }, options))
      .catch((failure: unknown) => failure);
    expect(toSandboxError(error, 'i', socket)).toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
    expect(asked).toEqual([
      'POST /containers/create',
      'POST /containers/abc/attach',
      'DELETE /containers/abc',
    ]);
  });

  it('is told to give a container nothing beyond what its plan says', async () => {
    let told: unknown;
    const engine = await listen((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        told = JSON.parse(Buffer.concat(parts).toString());
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"no"}');
      });
    });
    const options = { image: 'i', stateLabel: 's', bootstrap: 'b', owner: 'o', user: 7 };
    const plan = planContainer({ memoryMb: 64 }, options);
    await expect(engine.run(plan)).rejects.toThrow('no');
    expect(told).toMatchObject({
      User: '7:7',
      NetworkDisabled: true,
      OpenStdin: true,
      StdinOnce: true,
      HostConfig: {
        NetworkMode: 'none',
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges', plan.callFilter],
        PidsLimit: 256,
        Memory: 160 * 1024 * 1024,
        MemorySwap: 160 * 1024 * 1024,
      },
    });
    const { HostConfig } = told as { readonly HostConfig: object };
    for (const name of ['Privileged', 'CapAdd', 'Binds', 'Mounts', 'PidMode', 'UsernsMode']) {
      expect(HostConfig).not.toHaveProperty(name);
    }
  });

  it('makes containers of the image that was found at first, whatever its name means by now', async () => {
    const images: unknown[] = [];
    await listen((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const inspected = request.method === 'GET';
        const json = { 'content-type': 'application/json' };
        if (inspected) response.writeHead(200, json).end('{"Id":"sha256:first"}');
        else {
          images.push((JSON.parse(Buffer.concat(parts).toString()) as { Image: unknown }).Image);
          response.writeHead(500, json).end('{"message":"no"}');
        }
      });
    });
    const backend = await DockerBackend.open({
      image: 'name:tag',
      host: `unix://${socket}`,
      stateLabel: 's',
      bootstrap: 'b',
    });
    const { signal } = new AbortController();
    await expect(backend.start({ memoryMb: 64 }, { signal })).rejects.toThrow('no');
    expect([backend.place, images]).toEqual(['sha256:first', ['sha256:first']]);
    await backend.close();
  });

  it('that has no such container any more has removed it', async () => {
    const engine = await listen((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"message":"No such container: c"}');
    });
    await expect(engine.remove('c')).resolves.toBeUndefined();
  });

  it('that cannot remove the container of a cell does not keep the cell from its end', async () => {
    const removals: string[] = [];
    await listen((request, response) => {
      const path = request.url ?? '';
      const json = { 'content-type': 'application/json' };
      if (request.method === 'DELETE') removals.push(path.split('?')[0] ?? '');
      if (path.startsWith('/containers/create')) response.writeHead(201, json).end('{"Id":"abc"}');
      else if (path.endsWith('/start')) response.writeHead(204).end();
      else if (/^\/(?:images|info)/.test(path)) response.writeHead(200, json).end('{"Id":"i"}');
      else response.writeHead(500, json).end('{"message":"no"}');
    });
    server.on('upgrade', (_, attached: Duplex) => {
      attached.write(
        'HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\n' +
          'Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n',
      );
      attached.on('error', () => undefined).on('end', () => attached.end());
    });
    const backend = await DockerBackend.open({
      ...{ image: 'i', host: `unix://${socket}`, stateLabel: 's', bootstrap: 'b' },
    });
    const { signal } = new AbortController();
    const cell = await backend.start({ memoryMb: 64 }, { signal });
    await expect(cell.end()).resolves.toBeUndefined();
    expect(removals).toEqual(['/containers/abc']);
    cell.input.destroy();
    await backend.close();
  });

  it('that does not know an image says so without an error', async () => {
    const engine = await listen((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"message":"No such image: i"}');
    });
    expect(await engine.imageId('i')).toBeNull();
  });
});
