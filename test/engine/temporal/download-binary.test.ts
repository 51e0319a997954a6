import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { obtainTemporalBinary } from '../../../engine';
import { cachedBinaryPath } from '../../../engine/temporal-binary';
import { httpGet } from '../../../engine/temporal/http-get';
import type { HttpGet } from '../../../engine/temporal/http-get';
import { runCommand } from '../../../engine/temporal/run-command';
import { cleanUp, scratchState } from '../scratch-state';
import { executable, fakeGo, nowhere } from './binary-ways';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await cleanUp([]);
});

async function serve(
  answer: (path: string, send: (body: Buffer | string, more?: boolean) => void) => void,
): Promise<HttpGet> {
  const server = createServer((request, response) => {
    answer(request.url ?? '', (body, more = false) => {
      if (more) response.write(body);
      else response.end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (url, signal) => {
    const { pathname, search } = new URL(url);
    return httpGet(`http://127.0.0.1:${port}${pathname}${search}`, signal);
  };
}

describe('the download', () => {
  const linux = { platform: 'linux', architecture: 'x64' } as const;

  async function archive(root: string): Promise<Buffer> {
    executable(join(root, 'packed', 'temporal'));
    const file = join(root, 'archive.tar.gz');
    const result = await runCommand(['tar', '-czf', file, '-C', join(root, 'packed'), 'temporal'], {
      timeoutMs: 10_000,
    });
    expect(result.problem).toBeNull();
    return readFileSync(file);
  }

  const description = JSON.stringify({
    archiveUrl: 'https://elsewhere.example/archive',
    fileToExtract: 'temporal',
  });

  it('asks for this platform, unpacks the program and keeps it in the cache', async () => {
    const { root } = scratchState();
    const packed = await archive(root);
    const asked: string[] = [];
    const get = await serve((path, send) => {
      asked.push(path);
      send(path === '/archive' ? packed : description);
    });
    const options = nowhere(root, { ...linux, httpGet: get });
    const binary = await obtainTemporalBinary(options);
    const path = cachedBinaryPath(options.cacheFolder);
    expect(binary).toEqual({ path, source: 'download', serverVersion: '1.29.1' });
    expect(asked).toEqual(['/cli/v1.5.1?arch=amd64&platform=linux&format=tar.gz', '/archive']);
    expect(await obtainTemporalBinary(nowhere(root))).toMatchObject({ path, source: 'cache' });
  });

  it.each([
    ['before the first byte', () => undefined],
    [
      'in the middle',
      (send: (body: string, more: boolean) => void) => {
        send('half of it', true);
      },
    ],
  ])('is given up when no new byte comes %s, and the next way is tried', async (_, begin) => {
    const { root } = scratchState();
    fakeGo(root);
    const get = await serve((path, send) => {
      if (path === '/archive') begin(send);
      else send(description);
    });
    const since = Date.now();
    const binary = await obtainTemporalBinary(
      nowhere(root, { ...linux, httpGet: get, stallMs: 200 }),
    );
    expect(binary.source).toBe('go-install');
    expect(Date.now() - since).toBeLessThan(5_000);
  });

  it('goes on as long as bytes come, however slowly', async () => {
    const { root } = scratchState();
    const packed = await archive(root);
    const get = await serve((path, send) => {
      if (path !== '/archive') {
        send(description);
        return;
      }
      const pieces = Array.from({ length: 6 }, (_, index) =>
        packed.subarray((packed.length * index) / 6, (packed.length * (index + 1)) / 6),
      );
      for (const [index, piece] of pieces.entries()) {
        setTimeout(send, index * 150, piece, index < pieces.length - 1);
      }
    });
    const options = nowhere(root, { ...linux, httpGet: get, stallMs: 500 });
    expect(await obtainTemporalBinary(options)).toMatchObject({ source: 'download' });
  });

  it.each([
    ['<html>a captive portal</html>', 'is not valid JSON'],
    ['{"error":"x"}', 'names no archive'],
    [
      JSON.stringify({ archiveUrl: 'https://x.example/archive', fileToExtract: '../../bin/sh' }),
      'odd file: "../../bin/sh"',
    ],
  ])('does not trust the reply %s', async (reply, reason) => {
    const { root } = scratchState();
    const get = await serve((_, send) => {
      send(reply);
    });
    await expect(obtainTemporalBinary(nowhere(root, { ...linux, httpGet: get }))).rejects.toThrow(
      reason,
    );
  });

  it('is not tried on a platform that has no build', async () => {
    const { root } = scratchState();
    const options = nowhere(root, { platform: 'sunos', architecture: 'sparc' });
    await expect(obtainTemporalBinary(options)).rejects.toThrow('no build for sunos sparc');
  });
});
