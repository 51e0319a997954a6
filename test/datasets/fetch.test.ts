import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { EspalierError } from '../../core/errors/errors';
import { fetchDataset, listDatasets, loadDataset } from '../../datasets';
import { datasetFileMd5 } from '../../datasets/file-md5';
import { datasetPath } from '../../datasets/known-datasets';
import { describeWithData, sharedData } from '../prerequisites';

let folder = '';
let server: Server | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-fetch-'));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

/** The global fetch, sent to a server of this test whatever the address. */
async function publisher(answer: RequestListener): Promise<typeof fetch> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return (_, init) => fetch(`http://127.0.0.1:${port}/`, init);
}

async function failure(work: Promise<unknown>): Promise<EspalierError> {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (!(error instanceof EspalierError)) throw new Error(`no EspalierError but ${String(error)}`);
  return error;
}

const leftovers = (): readonly string[] => {
  const path = join(folder, 'datasets');
  return existsSync(path) ? readdirSync(path) : [];
};

describe('fetching a data set', () => {
  it.each<[string, RequestListener, RegExp]>([
    ['answers 404', (_, response) => response.writeHead(404).end(), /the server answered 404/],
    ['sends something else', (_, response) => response.end('<html>'), /6 bytes, other checksum/],
    [
      'breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => request.socket.destroy());
      },
      /terminated|closed|aborted/,
    ],
    ['goes silent', (_, response) => response.write('half'), /nothing arrived for 0.3 s/],
    ['never answers', () => undefined, /nothing arrived for 0.3 s/],
  ])('fails clearly when the publisher %s, and leaves nothing behind', async (_, answer, words) => {
    const error = await failure(
      fetchDataset('humaneval', {
        cacheDir: folder,
        fetch: await publisher(answer),
        stallTimeoutMs: 300,
      }),
    );
    expect(error.message).toMatch(words);
    expect(error.message).toContain('raw.githubusercontent.com');
    expect(error.remedy).toContain('give its path');
    expect(error.exitCode).toBe(3);
    expect(leftovers()).toEqual([]);
  });

  it('fails clearly without a network', async () => {
    const error = await failure(
      fetchDataset('mbpp', {
        cacheDir: folder,
        fetch: (_, init) => fetch('http://127.0.0.1:9/', init),
      }),
    );
    expect(error.code).toBe('DATASET_DOWNLOAD_FAILED');
    expect(error.message).toMatch(/fetch failed: .+/);
  });

  it('answers an unknown name with the known ones', async () => {
    const error = await failure(fetchDataset('apps', { cacheDir: folder }));
    expect([error.exitCode, error.remedy]).toEqual([
      2,
      'Known data sets: humaneval, mbpp, humanevalplus, mbppplus, apps-codetree, apps-mapcoder, bundled',
    ]);
  });

  it('has nothing to do for the bundled one', async () => {
    const never = (): never => {
      throw new Error('no network is needed');
    };
    const fetched = await fetchDataset('bundled', { cacheDir: folder, fetch: never });
    expect(fetched.downloaded).toBe(false);
    expect(existsSync(fetched.path)).toBe(true);
  });

  it('leaves a damaged file where it is and says how to move it aside', async () => {
    const path = join(folder, 'datasets', 'mbpp.jsonl');
    mkdirSync(join(folder, 'datasets'));
    writeFileSync(path, 'damaged');
    const error = await failure(loadDataset({ nameOrPath: 'mbpp', cacheDir: folder }));
    expect(error.code).toBe('DATASET_FILE_DAMAGED');
    expect(error.remedy).toContain(`mv ${path}`);
    expect(readFileSync(path, 'utf8')).toBe('damaged');
    const listing = (await listDatasets({ cacheDir: folder })).find(({ name }) => name === 'mbpp');
    expect(listing).toMatchObject({ present: false, visible: null });
    expect(listing?.trouble).toContain('is not the file that was published');
    expect(listing?.trouble).toContain(`mv ${path}`);
  });
});

describe('listing the data sets', () => {
  it('says what is here, how many visible tests there are, and under which licence', async () => {
    const listings = await listDatasets({ cacheDir: folder });
    expect(listings.map(({ name, present, licence }) => [name, present, licence])).toEqual([
      ['humaneval', false, 'MIT'],
      ['mbpp', false, 'CC-BY-4.0'],
      ['humanevalplus', false, 'Apache-2.0'],
      ['mbppplus', false, 'Apache-2.0'],
      ['apps-codetree', false, 'Apache-2.0; APPS: MIT'],
      ['apps-mapcoder', false, 'MIT'],
      ['bundled', true, 'MIT'],
    ]);
    expect(listings.map(({ problems }) => problems)).toEqual([164, 500, 164, 378, 150, 128, 16]);
    const { visible, problems } = listings.at(-1) ?? {};
    expect((visible?.[0] ?? 0) + (visible?.[1] ?? 0) + (visible?.['2+'] ?? 0)).toBe(problems);
    expect(leftovers()).toEqual([]);
  });

  it('says where each is or would be, where it is fetched from, and how many problems it has', async () => {
    const listings = await listDatasets({ cacheDir: folder });
    const bundled = listings.at(-1);
    expect(bundled).toMatchObject({
      url: null,
      trouble: null,
      path: datasetPath('bundled', folder),
    });
    expect(bundled?.problems).toBe(
      (await loadDataset({ nameOrPath: 'bundled', cacheDir: folder })).rows.length,
    );
    const fetched = listings.slice(0, -1);
    expect(fetched.map(({ trouble, visible }) => [trouble, visible])).toEqual(
      fetched.map(() => [null, null]),
    );
    for (const { name, path, url } of fetched) {
      expect(path).toBe(datasetPath(name, folder));
      expect(path.startsWith(join(folder, 'datasets'))).toBe(true);
      expect(url).toMatch(/^https:/u);
      expect(url?.endsWith(basename(path))).toBe(true);
    }
    expect(datasetPath('nobody', folder)).toBeNull();
    expect(datasetPath('toString', folder)).toBeNull();
  });
});

describe('what EvalPlus names a data set by', () => {
  it('is the md5 of the unpacked file, by name or by path', async () => {
    const text = 'hello\n';
    const md5 = 'b1946ac92492d2347c6235b4d2611184';
    const plain = join(folder, 'a.jsonl');
    writeFileSync(plain, text);
    writeFileSync(`${plain}.gz`, gzipSync(text));
    expect(await datasetFileMd5(plain, folder)).toBe(md5);
    expect(await datasetFileMd5(`${plain}.gz`, folder)).toBe(md5);
    mkdirSync(join(folder, 'datasets'));
    writeFileSync(join(folder, 'datasets', 'mbpp.jsonl'), text);
    expect(await datasetFileMd5('mbpp', folder)).toBe(md5);
  });
});

const humanEval = 'humaneval/HumanEval.jsonl.gz';
const mbpp = 'mbpp/mbpp.jsonl';
describeWithData([humanEval, mbpp])('fetching what was published', () => {
  it('writes the file once, loads from it, and asks nobody the second time', async () => {
    let requests = 0;
    const options = {
      cacheDir: folder,
      fetch: await publisher((_, response) => {
        requests += 1;
        response.end(readFileSync(sharedData(humanEval)));
      }),
    };
    const loaded = await loadDataset({ nameOrPath: 'humaneval', ...options });
    expect((await fetchDataset('humaneval', options)).downloaded).toBe(false);
    expect([loaded.name, loaded.rows.length, requests]).toEqual(['humaneval', 164, 1]);
    expect(leftovers()).toEqual(['HumanEval.jsonl.gz']);
    const byPath = await loadDataset({ nameOrPath: sharedData(humanEval), cacheDir: folder });
    expect(byPath.sha256).toBe(loaded.sha256);
  });

  it('gives the 500 problems of the test split for mbpp by name', async () => {
    const loaded = await loadDataset({
      nameOrPath: 'mbpp',
      cacheDir: folder,
      fetch: await publisher((_, response) => response.end(readFileSync(sharedData(mbpp)))),
    });
    const ids = loaded.rows.map(({ problem }) => problem.id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 'MBPP/11', 'MBPP/510']);
    const listing = (await listDatasets({ cacheDir: folder })).find(({ name }) => name === 'mbpp');
    expect(listing).toMatchObject({ present: true, problems: 500, trouble: null });
    expect(listing?.visible).toEqual({ 0: 0, 1: 500, '2+': 0 });
  });

  it('says so when the cache folder cannot be written', async () => {
    writeFileSync(join(folder, 'datasets'), 'a file where the folder should be');
    const error = await failure(
      fetchDataset('mbpp', {
        cacheDir: folder,
        fetch: await publisher((_, response) => response.end(readFileSync(sharedData(mbpp)))),
      }),
    );
    expect(error.exitCode).toBe(3);
    expect(error.message).toContain(join(folder, 'datasets'));
  });
});

const selections = {
  'apps-codetree': 'programs/apps-codetree-150.json',
  'apps-mapcoder': 'programs/apps-mapcoder-150.jsonl',
} as const;

describeWithData(Object.values(selections))('selections of APPS', () => {
  it.each(Object.entries(selections))('%s is what was published', async (name, path) => {
    const options = {
      cacheDir: folder,
      fetch: await publisher((_, response) => response.end(readFileSync(sharedData(path)))),
    };
    const loaded = await loadDataset({ nameOrPath: name, ...options });
    const listing = (await listDatasets(options)).find((one) => one.name === name);
    expect(listing).toMatchObject({ present: true, problems: loaded.rows.length, trouble: null });
    expect(loaded.name).toBe(name);
  });
});
