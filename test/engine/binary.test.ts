import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { findTemporalBinary, obtainTemporalBinary } from '../../engine';
import type { BinaryOptions } from '../../engine';
import { cachedBinaryPath } from '../../engine/binary';
import type { BinaryParts } from '../../engine/temporal/binary-parts';
import { httpGet } from '../../engine/temporal/http-get';
import type { HttpGet } from '../../engine/temporal/http-get';
import { runCommand } from '../../engine/temporal/run-command';
import { cleanUp, containing, matching, scratchState } from './scratch-state';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await cleanUp([]);
});

const program = (version: string) =>
  `#!/bin/sh\necho "temporal version 1.5.1 (Server ${version}, UI 2.42.1)"\n`;

function executable(path: string, content = program('1.29.1')): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return path;
}

const refused: HttpGet = () => Promise.reject(new Error('connect ECONNREFUSED'));

/** No way leads anywhere, until a test opens one. */
function nowhere(root: string, parts: Partial<BinaryParts> = {}): BinaryOptions {
  return {
    cliPath: undefined,
    searchPath: join(root, 'bin'),
    cacheFolder: join(root, 'cache'),
    parts: { httpGet: refused, goFolders: [], ...parts },
  };
}

/** A `go` that notes each call and "installs" into GOBIN. */
function fakeGo(root: string, script = ''): string {
  const made = executable(join(root, 'made'));
  return executable(
    join(root, 'bin', 'go'),
    `#!/bin/sh\necho "$CGO_ENABLED $@" >> ${root}/go-calls\n${script}\nPATH=/usr/bin:/bin cp ${made} "$GOBIN/temporal"\n`,
  );
}

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

describe('a temporal program that is already there', () => {
  it('is taken from TEMPORAL_CLI_PATH before anything else', async () => {
    const { root } = scratchState();
    executable(join(root, 'bin', 'temporal'), program('1.30.0'));
    const cliPath = executable(join(root, 'mine'));
    const found = await obtainTemporalBinary({ ...nowhere(root), cliPath });
    expect(found).toEqual({ path: cliPath, source: 'cli-path', serverVersion: '1.29.1' });
  });

  it('is taken from PATH before the cache, and from the cache before any download', async () => {
    const { root } = scratchState();
    const onPath = executable(join(root, 'bin', 'temporal'), program('1.30.0'));
    const options = nowhere(root);
    const cached = executable(cachedBinaryPath(options.cacheFolder));
    expect(await obtainTemporalBinary(options)).toMatchObject({ path: onPath, source: 'path' });
    chmodSync(onPath, 0o644);
    expect(await obtainTemporalBinary(options)).toMatchObject({ path: cached, source: 'cache' });
  });

  it.each([
    ['is not there', null, 'no executable file'],
    ['is another program', '#!/bin/sh\necho hello\n', 'does not name a Temporal server: "hello"'],
    ['fails', '#!/bin/sh\necho no library >&2; exit 3\n', 'exit code 3: no library'],
    ['is too old', program('1.20.4'), 'server 1.20.4 is older than 1.27.0'],
  ])('is refused, not passed over, when TEMPORAL_CLI_PATH %s', async (_, content, reason) => {
    const { root } = scratchState();
    executable(join(root, 'bin', 'temporal'));
    const cliPath = join(root, 'mine');
    if (content !== null) executable(cliPath, content);
    await expect(obtainTemporalBinary({ ...nowhere(root), cliPath })).rejects.toMatchObject({
      code: 'ENGINE_BINARY_UNUSABLE',
      exitCode: 3,
      message: matching(new RegExp(`TEMPORAL_CLI_PATH=${cliPath}.*${reason}`)),
    });
  });

  it('is passed over on PATH when it does not work, with the reason kept', async () => {
    const { root } = scratchState();
    const broken = executable(join(root, 'bin', 'temporal'), '#!/bin/sh\nexit 1\n');
    const options = nowhere(root);
    expect((await findTemporalBinary(options)).attempts).toContainEqual({
      way: `PATH (${broken})`,
      reason: `${broken} ended with exit code 1`,
    });
    executable(cachedBinaryPath(options.cacheFolder));
    expect(await obtainTemporalBinary(options)).toMatchObject({ source: 'cache' });
  });
});

describe('go install', () => {
  it('builds the pinned version into the cache, once, with its progress told', async () => {
    const { root } = scratchState();
    fakeGo(root, 'echo "go: downloading something" >&2; PATH=/bin:/usr/bin sleep 1.2');
    const progress: unknown[] = [];
    const options = { ...nowhere(root), onProgress: (event: unknown) => progress.push(event) };
    const built = await obtainTemporalBinary(options);
    const path = cachedBinaryPath(options.cacheFolder);
    expect(built).toEqual({ path, source: 'go-install', serverVersion: '1.29.1' });
    expect(progress).toContainEqual({
      kind: 'building',
      lastLine: 'go: downloading something',
      elapsedMs: expect.any(Number) as unknown,
    });
    expect(await obtainTemporalBinary(options)).toMatchObject({ path, source: 'cache' });
    expect(readFileSync(join(root, 'go-calls'), 'utf8')).toBe(
      '0 install -ldflags=-s -w github.com/temporalio/cli/cmd/temporal@v1.5.1\n',
    );
    expect(readdirSync(join(options.cacheFolder, 'temporal')).sort()).toEqual([
      'make.lock',
      'v1.5.1',
    ]);
  });

  it('is done once when two ask at the same time: the second waits and finds it', async () => {
    const { root } = scratchState();
    fakeGo(root, 'PATH=/bin:/usr/bin sleep 0.5');
    const waited: unknown[] = [];
    const options: BinaryOptions = {
      ...nowhere(root),
      onProgress: (event) => {
        if (event.kind === 'waiting') waited.push(event.holderPid);
      },
    };
    const both = await Promise.all([obtainTemporalBinary(options), obtainTemporalBinary(options)]);
    expect(both.map(({ source }) => source).sort()).toEqual(['cache', 'go-install']);
    expect(readFileSync(join(root, 'go-calls'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(waited).toContain(process.pid);
  });

  it('clears away what a killed build left, and puts nothing broken into the cache', async () => {
    const { root } = scratchState();
    const options = nowhere(root);
    const left = join(options.cacheFolder, 'temporal', '.work-left');
    executable(join(left, 'temporal'));
    executable(join(root, 'bin', 'go'), '#!/bin/sh\necho half > "$GOBIN/temporal"\n');
    await expect(obtainTemporalBinary(options)).rejects.toMatchObject({
      code: 'ENGINE_BINARY_MISSING',
    });
    expect(existsSync(left)).toBe(false);
    expect(existsSync(cachedBinaryPath(options.cacheFolder))).toBe(false);
    expect(readdirSync(join(options.cacheFolder, 'temporal'))).toEqual(['make.lock']);
  });
});

describe('when no way leads to a temporal program', () => {
  it('one message names every way and why it failed', async () => {
    const { root } = scratchState();
    executable(join(root, 'bin', 'go'), '#!/bin/sh\necho "proxy: forbidden" >&2; exit 1\n');
    const failure: unknown = await obtainTemporalBinary(nowhere(root)).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'ENGINE_BINARY_MISSING', exitCode: 3 });
    const text = String(failure);
    expect(text).toContain('TEMPORAL_CLI_PATH: not set');
    expect(text).toContain('PATH: no temporal on it');
    expect(text).toMatch(/cache \(.*v1\.5\.1\/temporal\): nothing there yet/);
    expect(text).toMatch(/download from https:\/\/temporal\.download: .*ECONNREFUSED/);
    expect(text).toMatch(/go install: .*exit code 1: proxy: forbidden/);
    expect(failure).toHaveProperty('remedy', containing('TEMPORAL_ADDRESS'));
  });

  it('says that there is no Go toolchain', async () => {
    const { root } = scratchState();
    await expect(obtainTemporalBinary(nowhere(root))).rejects.toThrow(
      'go install: no Go toolchain (go is not on PATH)',
    );
  });

  it('names the cache folder when it cannot be written to', async () => {
    const { root } = scratchState();
    writeFileSync(join(root, 'cache'), 'a file in the place of the folder');
    await expect(obtainTemporalBinary(nowhere(root))).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
      message: containing(join(root, 'cache')),
    });
  });
});

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
