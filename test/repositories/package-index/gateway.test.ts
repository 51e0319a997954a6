import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as http from 'node:http';
import type * as net from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { PassThrough, Readable } from 'node:stream';

import {
  encodeFrame,
  FrameError,
  frameHead,
  type FrameHead,
} from '../../../repositories/package-index/frames';
import {
  type GatewayResponse,
  GatewaySession,
} from '../../../repositories/package-index/gateway-session';
import {
  IndexCache,
  type IndexCacheOptions,
} from '../../../repositories/package-index/index-cache';
import { jsonType } from '../../../repositories/package-index/index-page';
import { serveFrames } from '../../../repositories/package-index/serve-frames';
import { createUpstream } from '../../../repositories/package-index/upstream';
import { startProxy } from '../../fakes/http-proxy';
import { FakeUpstream, sha256 } from './fake-upstream';

const big = Buffer.alloc(3_000_000, 'x');
const distributions = {
  'some-thing': [
    { filename: 'some_thing-1.0-py3-none-any.whl', content: 'one', metadata: 'Name: some-thing' },
    {
      filename: 'some_thing-2.0-py3-none-any.whl',
      content: big,
      uploadTime: '2025-06-01T00:00:00Z',
    },
    { filename: 'some_thing-0.1.tar.gz', content: 'forged', sha256: sha256('other') },
    { filename: '../escape.whl', content: 'x' },
  ],
  'taken-back': [
    { filename: 'a-1.0.tar.gz', content: 'a', yanked: 'breaks "all" imports' },
    { filename: 'b-1.0.tar.gz', content: 'b', yanked: true },
    { filename: 'c-1.0.tar.gz', content: 'c', yanked: false },
    { filename: 'd-1.0.tar.gz', content: 'd' },
  ],
};

describe('the index gateway', () => {
  let upstream: FakeUpstream;
  let folder: string;

  beforeEach(async () => {
    upstream = await FakeUpstream.start(distributions);
    folder = await mkdtemp(path.join(tmpdir(), 'gateway-'));
  });
  afterEach(async () => {
    await upstream.stop();
    await rm(folder, { recursive: true });
  });

  const session = (
    options: Partial<IndexCacheOptions> = {},
    until: string | null = null,
    mostNames = 100,
  ): GatewaySession =>
    new GatewaySession(
      new IndexCache({
        indexUrl: `${upstream.address}/simple/`,
        folder,
        upstream: createUpstream(),
        ...options,
      }),
      { until, mostNames },
    );
  const get = (
    to: GatewaySession,
    place: string,
    accept = jsonType,
    method = 'GET',
  ): Promise<GatewayResponse> => to.handle({ method, path: place, headers: { accept } });
  const text = async ({ body }: GatewayResponse): Promise<string> =>
    typeof body === 'string' ? body : (await readAll(body)).toString('utf8');
  const urlOf = async (to: GatewaySession, filename: string): Promise<string> => {
    const page = JSON.parse(await text(await get(to, '/simple/some-thing/'))) as {
      files: { filename: string; url: string }[];
    };
    const found = page.files.find((each) => each.filename === filename);
    return new URL(found?.url ?? '', 'http://x/simple/some-thing/').pathname;
  };

  it('rewrites the addresses of files to its own and serves them by digest', async () => {
    const to = session();
    const place = await urlOf(to, 'some_thing-1.0-py3-none-any.whl');
    expect(place).toBe(`/files/some-thing/${sha256('one')}/some_thing-1.0-py3-none-any.whl`);
    expect(await text(await get(to, place))).toBe('one');
    expect(await text(await get(to, `${place}.metadata`))).toBe('Name: some-thing');
    expect(to.report().files).toEqual([
      { name: 'some-thing', filename: 'some_thing-1.0-py3-none-any.whl', sha256: sha256('one') },
    ]);
    const html = await text(await get(to, '/simple/Some_Thing/', 'text/html'));
    expect(html).toMatch(/some_thing-2\.0-py3-none-any\.whl#sha256=[0-9a-f]{64}"/);
    expect(html).not.toMatch(/escape|127\.0\.0\.1/);
  });

  it('shows which files were taken back, and why', async () => {
    const to = session();
    const page = JSON.parse(await text(await get(to, '/simple/taken-back/'))) as {
      files: { yanked: unknown }[];
    };
    const yanked = page.files.map((file) => file.yanked);
    expect(yanked).toEqual(['breaks "all" imports', true, false, false]);
    const html = await text(await get(to, '/simple/taken-back/', 'text/html'));
    expect(html.match(/data-yanked="[^"]*"/g)).toEqual([
      'data-yanked="breaks &quot;all&quot; imports"',
      'data-yanked=""',
    ]);
  });

  it('says how many requests the index has not answered', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const slow = session({
      upstream: (...asked) => answered.then(() => createUpstream()(...asked)),
    });
    const asked = get(slow, '/simple/some-thing/');
    expect(slow.report().waiting).toBe(1);
    answer();
    await asked;
    expect(slow.report().waiting).toBe(0);
  });

  it('refuses what is no path, which is no trouble of the index', async () => {
    const to = session();
    for (const place of ['//[', 'http://', '//:a/simple/x/'])
      expect((await get(to, place)).status).toBe(403);
    expect(to.report().unavailable).toEqual([]);
  });

  it('needs nothing of the index for a second build', async () => {
    const first = session();
    const place = await urlOf(first, 'some_thing-2.0-py3-none-any.whl');
    await text(await get(first, place));
    const asked = upstream.asked.length;
    const second = session({ upstream: null });
    expect((await readAll((await get(second, place)).body as Readable)).length).toBe(big.length);
    expect((await get(second, '/simple/unknown/')).status).toBe(503);
    expect(upstream.asked.length).toBe(asked);
  });

  it('shows the index as it was at a time, and asks no more for a page that was fetched after it', async () => {
    const to = session({ pageMaxAgeMs: 0 }, '2021-01-01T00:00:00Z');
    for (let time = 0; time < 3; time++) {
      const page = await text(await get(to, '/simple/some-thing/'));
      expect(page.includes('some_thing-1.0') && !page.includes('some_thing-2.0')).toBe(true);
    }
    expect(upstream.asked.length).toBe(1);
  });

  it('asks of a page that it has whether it has changed, once its time is over, and then holds it as long again', async () => {
    let nowMs = Date.parse('2026-01-01T00:00:00Z');
    const asked: (string | undefined)[] = [];
    const answer = createUpstream();
    const to = session({
      now: () => nowMs,
      pageMaxAgeMs: 1_000,
      upstream: (url, headers) => {
        const etag = headers['if-none-match'];
        asked.push(etag);
        if (etag === '"one"') upstream.trouble.push(304);
        return answer(url, headers);
      },
    });
    const askedAfter = async (ms: number): Promise<number> => {
      nowMs += ms;
      expect(await text(await get(to, '/simple/some-thing/'))).toContain('some_thing-1.0');
      return asked.length;
    };
    expect([await askedAfter(0), await askedAfter(999), await askedAfter(1)]).toEqual([1, 1, 2]);
    expect([await askedAfter(999), await askedAfter(1)]).toEqual([2, 3]);
    expect(asked).toEqual([undefined, '"one"', '"one"']);
  });

  it('holds a page for ten minutes where nobody says how long', async () => {
    let nowMs = 0;
    const to = session({ now: () => nowMs });
    for (const afterMs of [0, 599_999, 600_000]) {
      nowMs = afterMs;
      await get(to, '/simple/some-thing/');
    }
    expect(upstream.asked).toHaveLength(2);
  });

  it('says of a file how long it is without sending it, where only that is asked', async () => {
    const to = session();
    const place = await urlOf(to, 'some_thing-1.0-py3-none-any.whl');
    const { status, headers, body } = await get(to, place, jsonType, 'HEAD');
    expect([status, headers['content-length'], body]).toEqual([200, '3', '']);
  });

  it('has no metadata of a file without it, and no file under the name of another', async () => {
    const to = session();
    const place = await urlOf(to, 'some_thing-2.0-py3-none-any.whl');
    expect((await get(to, `${place}.metadata`)).status).toBe(404);
    expect((await get(to, place.replace('2.0', '2.1'))).status).toBe(404);
    expect(to.report().files).toEqual([]);
  });

  it('serves as many names as it may, and those again, and counts every request', async () => {
    const to = session({}, null, 2);
    const statuses: number[] = [];
    for (const name of ['some-thing', 'taken-back', 'other', 'Some_Thing']) {
      statuses.push((await get(to, `/simple/${name}/`)).status);
    }
    expect(statuses).toEqual([200, 200, 403, 200]);
    expect(to.report()).toMatchObject({
      requests: 4,
      names: ['some-thing', 'taken-back'],
      refused: ['too many names: GET /simple/other/'],
    });
  });

  it('cuts the lists that it reports at 200', async () => {
    const to = session();
    for (let nth = 0; nth < 202; nth += 1) await get(to, `/nothing/${String(nth)}`);
    const { refused } = to.report();
    expect([refused.length, refused[0]]).toEqual([200, 'not of an index: GET /nothing/0']);
  });

  it('takes a page of as many bytes as it may have, and none of more', async () => {
    const page = await fetch(`${upstream.address}/simple/taken-back/`);
    const { length } = Buffer.from(await page.arrayBuffer());
    const statusWithin = async (mostPageBytes: number): Promise<number> => {
      const to = session({ mostPageBytes, folder: path.join(folder, String(mostPageBytes)) });
      return (await get(to, '/simple/taken-back/')).status;
    };
    expect([await statusWithin(length), await statusWithin(length - 1)]).toEqual([200, 503]);
  });

  it('takes a file of as many bytes as it may have, and none of more, told so before or not', async () => {
    const statusWithin = async (mostFileBytes: number): Promise<number> => {
      const to = session({ mostFileBytes, folder: path.join(folder, String(mostFileBytes)) });
      return (await get(to, await urlOf(to, 'some_thing-1.0-py3-none-any.whl'))).status;
    };
    expect([await statusWithin(3), await statusWithin(2)]).toEqual([200, 413]);
    const cache = new IndexCache({
      ...{ indexUrl: `${upstream.address}/simple/`, folder, upstream: createUpstream() },
      mostFileBytes: 2,
    });
    const untold = cache.file(sha256('one'), `${upstream.address}/cdn/some-thing/some_thing-1.0`);
    await expect(untold).rejects.toThrow();
    expect(await cache.kept(sha256('one'))).toBeNull();
  });

  it('tries again what may pass, and at once gives back what does not', async () => {
    const ask = createUpstream({ tries: 2 });
    const statusOf = async (): Promise<number> => {
      const answer = await ask(`${upstream.address}/simple/some-thing/`, {});
      answer.body.destroy();
      return answer.status;
    };
    const passing = [408, 425, 429, 500, 502, 503, 504];
    upstream.trouble.push(...passing);
    expect(new Set(await Promise.all(passing.map(statusOf)))).toEqual(new Set([200]));
    upstream.asked.length = 0;
    for (const status of [304, 401, 403, 404, 410]) {
      upstream.trouble.push(status);
      expect(await statusOf()).toBe(status);
    }
    expect(upstream.asked).toHaveLength(5);
  });

  it('refuses and notes whatever is not of an index', async () => {
    const to = session({}, null, 2);
    const places = [
      '/',
      '/simple/',
      '/pypi/x/json',
      '/files/some-thing/../../etc/passwd',
      'http://169.254.169.254/',
      '/files/x/short/y.whl',
      '/simple/a/b/c',
      '/%zz',
    ];
    for (const place of places) expect((await get(to, place)).status).toBe(403);
    expect((await get(to, '/simple/some-thing/', jsonType, 'POST')).status).toBe(403);
    expect((await get(to, '/simple/..%2f..%2fx/')).status).toBe(404);
    for (const name of ['a1', 'a2', 'a3']) await get(to, `/simple/${name}/`);
    expect(to.report().refused.join('\n')).toMatch(/too many names: GET \/simple\/a3\//);
    expect(to.report().unavailable.length).toBe(0);
    expect(upstream.asked.every((each) => each.startsWith('/simple/'))).toBe(true);
  });

  it('says 404 for what does not exist and 503 for what it could not learn', async () => {
    const to = session();
    expect((await get(to, '/simple/nothing/')).status).toBe(404);
    expect((await get(to, `/files/some-thing/${'0'.repeat(64)}/x.whl`)).status).toBe(404);
    upstream.trouble.push(500, 503, 429);
    expect((await get(to, '/simple/else/')).status).toBe(503);
    upstream.trouble.push(403);
    expect((await get(to, '/simple/another/')).status).toBe(503);
    expect(to.report().unavailable.length).toBe(2);
    upstream.trouble.push(0, 502);
    expect((await get(to, '/simple/some-thing/')).status).toBe(200);
  });

  it('tells trouble with its own cache as trouble of the infrastructure', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const to = session({ folder: file });
    expect((await get(to, '/simple/some-thing/')).status).toBe(500);
    expect(to.report().unavailable).toEqual([expect.stringContaining('ENOTDIR')]);
  });

  it('serves no file whose content is not what the index says, and keeps nothing of it', async () => {
    const to = session();
    const answer = await get(to, await urlOf(to, 'some_thing-0.1.tar.gz'));
    expect(answer.status).toBe(503);
    expect(to.report().unavailable[0] ?? '').toMatch(/its sha256 is/);
    expect(
      await readdir(path.join(folder, 'files'), { recursive: true }).then((all) =>
        all.filter((each) => each.length > 3),
      ),
    ).toEqual([]);
  });

  it('has limits for pages and files', async () => {
    const to = session({ mostFileBytes: 1000 });
    expect((await get(to, await urlOf(to, 'some_thing-2.0-py3-none-any.whl'))).status).toBe(413);
    const small = session({
      mostPageBytes: 10,
      pageMaxAgeMs: 0,
      folder: path.join(folder, 'other'),
    });
    expect((await get(small, '/simple/some-thing/')).status).toBe(503);
  });

  it('fetches once what is asked for many times at once', async () => {
    const to = session();
    const place = await urlOf(to, 'some_thing-1.0-py3-none-any.whl');
    const before = upstream.asked.length;
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => text(await get(to, place))),
    );
    expect([...new Set(all)]).toEqual(['one']);
    expect(upstream.asked.length).toBe(before + 1);
  });

  it('keeps and shows no credentials of the index', async () => {
    const indexUrl = upstream.address.replace('//', '//user:hidden-word@') + '/simple/';
    const to = session({ indexUrl });
    await get(to, '/simple/some-thing/');
    upstream.trouble.push(500, 500, 500);
    const answer = await text(await get(to, '/simple/else/'));
    const kept = await readFile(path.join(folder, 'pages', 'some-thing.json'), 'utf8');
    expect(answer + kept + JSON.stringify(to.report())).not.toMatch(/hidden-word/);
  });

  it('follows the index to another host, and sends no credentials there', async () => {
    const other = await FakeUpstream.start(distributions);
    upstream.redirect = other.address;
    const indexUrl = upstream.address.replace('//', '//user:word@') + '/simple/';
    const answer = await get(session({ indexUrl }), '/simple/some-thing/');
    await other.stop();
    expect(answer.status).toBe(200);
    expect(upstream.authorizations).toEqual([expect.stringMatching(/^Basic /)]);
    expect(other.authorizations).toEqual([undefined]);
  });

  it('gives up an index that redirects without end', async () => {
    upstream.redirect = upstream.address;
    const ask = createUpstream({ tries: 1 });
    await expect(ask(`${upstream.address}/simple/x/`, {})).rejects.toThrow('too many redirects');
    expect(upstream.asked.length).toBe(6);
  });

  it('goes through a proxy where one is named', async () => {
    const seen: string[] = [];
    const proxy = http.createServer((request, response) => {
      seen.push(`${request.url} ${request.headers['proxy-authorization']}`);
      http.get(request.url ?? '', { headers: request.headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      );
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const proxyUrl = `http://me:word@127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
    expect(
      (await get(session({ upstream: createUpstream({ proxyUrl }) }), '/simple/some-thing/'))
        .status,
    ).toBe(200);
    expect(seen[0] ?? '').toMatch(/^http:\/\/127\.0\.0\.1:\d+\/simple\/some-thing\/ Basic /);
    proxy.closeAllConnections();
    proxy.close();
  });

  it('asks the proxy itself for a plain address, whose name it does not look up', async () => {
    const proxy = await startProxy();
    const address = upstream.address.replace('127.0.0.1', 'index.example.test');
    const ask = createUpstream({ proxyUrl: proxy.url, tries: 1 });
    const answer = await ask(`${address}/simple/some-thing/`, {});
    expect(answer.status).toBe(200);
    answer.body.destroy();
    expect(proxy.asked).toEqual([`GET ${address}/simple/some-thing/`]);
    await proxy.close();
  });

  it('asks by https through a tunnel, and says what a proxy answers that makes none', async () => {
    const proxy = await startProxy({ refuses: 403 });
    const ask = createUpstream({ proxyUrl: proxy.url, tries: 1 });
    await expect(ask('https://index.example.test/simple/', {})).rejects.toThrow(
      'https://index.example.test/simple/: the proxy answered 403',
    );
    expect(proxy.asked).toEqual(['CONNECT index.example.test:443']);
    await proxy.close();
  });
});

describe('frames', () => {
  it('that are none end the conversation, and are no trouble of ours', async () => {
    for (const bytes of [
      Buffer.from('ff'),
      Buffer.from('ffffffff00', 'hex'),
      Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('[]')]),
      encodeFrame({ id: 1, kind: 'request' }),
    ]) {
      expect(() => frameHead(bytes)).toThrow(FrameError);
      const frames = Readable.from([bytes, encodeFrame(request(1, '/short'))]);
      const asked: string[] = [];
      const handle = ({ path: place }: { path: string }): Promise<never> => {
        asked.push(place);
        return Promise.reject(new Error('nothing is to be asked'));
      };
      await serveFrames(handle, { frames, write: () => Promise.resolve(true) });
      expect(asked).toEqual([]);
    }
  });

  it('of several answers alternate, and one that is cancelled stops', async () => {
    const fromBox = new PassThrough({ objectMode: true });
    const endless = new PassThrough();
    const timer = setInterval(() => endless.write(Buffer.alloc(100)), 1);
    const ended = new Set<number>();
    const write = (frame: Uint8Array): Promise<boolean> => {
      const bytes = Buffer.from(frame);
      const head = bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString();
      const { id, kind } = JSON.parse(head) as { id: number; kind: string };
      if (kind === 'end') ended.add(id);
      if (kind === 'end') fromBox.end(encodeFrame({ id: 1, kind: 'cancel' }));
      return Promise.resolve(true);
    };
    fromBox.write(encodeFrame(request(1, '/endless')));
    fromBox.write(encodeFrame(request(2, '/short')));
    await serveFrames(
      ({ path: place }) =>
        Promise.resolve({
          status: 200,
          headers: {},
          body: place === '/endless' ? endless : 'short',
        }),
      { frames: fromBox as AsyncIterable<Uint8Array>, write },
    );
    clearInterval(timer);
    expect([...ended]).toEqual([2]);
  });
});

const request = (id: number, place: string): FrameHead => ({
  ...{ id, kind: 'request', method: 'GET', path: place, headers: {} },
});

async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
