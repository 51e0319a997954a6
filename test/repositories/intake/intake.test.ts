import { execFileSync } from 'node:child_process';
import dns from 'node:dns/promises';
import { createServer } from 'node:net';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';

import { FakeUpstream, sha256 } from '../package-index/fake-upstream';
import { IndexCache } from '../../../repositories/package-index/index-cache';
import { createUpstream } from '../../../repositories/package-index/upstream';
import { parseGitAddress } from '../../../repositories/intake/clone';
import { RepositoryUnreachableError } from '../../../repositories/errors';
import { hashFolder } from '../../../repositories/intake/hash-folder';
import {
  intake,
  type Intake,
  type KeepArchive,
  type Origin,
} from '../../../repositories/intake/intake';
import { findLicence } from '../../../repositories/intake/licence';
import type { SnapshotEntry } from '../../../repositories/intake/snapshot';
import { decodeTar, encodeTar } from '../../../repositories/tar';

describe('intake', () => {
  let root: string;
  const at = (...parts: string[]): string => path.join(root, ...parts);
  const put = (place: string, content: string | Buffer): void => {
    mkdirSync(path.dirname(at(place)), { recursive: true });
    writeFileSync(at(place), content);
  };
  const git = (...argv: string[]): string =>
    execFileSync(
      'git',
      [
        '-C',
        at('repo'),
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b.invalid',
        '-c',
        'protocol.file.allow=always',
        ...argv,
      ],
      { encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] },
    ).trim();
  const repository = (): void => {
    put('repo/pkg/a.py', 'X = 1\n');
    put('repo/tests/test_a.py', 'import pkg.a\n');
    put('repo/.gitattributes', 'tests export-ignore\n*.py export-subst\n* filter=evil\n');
    put('repo/LICENSE', 'MIT License\n\nPermission is hereby granted, free of charge\n');
    put('repo/big.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n');
    chmodSync(at('repo/pkg/a.py'), 0o755);
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'one');
    git('tag', 'v1.0');
    put('repo/pkg/b.py', 'Y = 1\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'two');
  };
  const taken = (answer: Intake): Extract<Intake, { contentHash: string }> => {
    if ('contentHash' in answer) return answer;
    throw new Error(answer.reason);
  };
  const keepAt =
    (name: string): KeepArchive =>
    async (content) => {
      const bytes = Buffer.concat(await bytesOf(content));
      writeFileSync(at(name), bytes);
      return { sha256: sha256(bytes) };
    };
  const names = (tar: string): string[] =>
    [...decodeTar(readFileSync(tar))].map((each) => each.path);

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'intake-test-'));
    mkdirSync(at('repo'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('takes the same bytes from a clone, its address and at any time, tests and all', async () => {
    repository();
    const byPath = taken(
      await intake({ kind: 'path', path: at('repo'), revision: null }, keepAt('a.tar')),
    );
    const byUrl = taken(
      await intake(
        { kind: 'git', url: `file://${at('repo')}`, revision: 'main', depth: null },
        keepAt('b.tar'),
      ),
    );
    expect(byPath.contentHash).toBe(byUrl.contentHash);
    expect(sha256(readFileSync(at('a.tar')))).toBe(byPath.contentHash);
    expect(names(at('a.tar'))).toEqual([
      '.gitattributes',
      'LICENSE',
      'big.bin',
      'pkg/a.py',
      'pkg/b.py',
      'tests/test_a.py',
    ]);
    expect(byUrl.provenance.git?.describe ?? '').toMatch(/^v1\.0-1-g[0-9a-f]{12}$/);
    expect(byUrl.provenance.git?.tree).toBe(git('rev-parse', 'HEAD^{tree}'));
    expect([byPath.status, byPath.named.lfsPointers, byPath.folder]).toEqual([
      'partial',
      ['big.bin'],
      await hashFolder(at('repo')),
    ]);
    expect(byPath.provenance.licence.byFile).toEqual({ path: 'LICENSE', id: 'MIT' });
    const older = taken(
      await intake(
        { kind: 'git', url: `file://${at('repo')}`, revision: git('rev-parse', 'v1.0'), depth: 1 },
        keepAt('c.tar'),
      ),
    );
    expect(!names(at('c.tar')).includes('pkg/b.py')).toBe(true);
    expect(older.contentHash).not.toBe(byUrl.contentHash);
  });

  it('runs nothing that a repository names in its own settings, and writes nothing into it', async () => {
    repository();
    for (const key of [
      'core.fsmonitor',
      'filter.evil.clean',
      'filter.evil.smudge',
      'core.pager',
      'diff.external',
      'core.hooksPath',
    ])
      git('config', key, `touch ${at('ran')}; cat`);
    put('repo/pkg/a.py', 'X = 2\n');
    const before = await hashFolder(at('repo'));
    const answer = taken(
      await intake({ kind: 'path', path: at('repo'), revision: null }, keepAt('a.tar')),
    );
    expect([answer.folder, answer.named.changed]).toEqual([before, ['pkg/a.py']]);
    expect(await hashFolder(at('repo'))).toBe(before);
    expect(() => readFileSync(at('ran'))).toThrow();
    expect(
      [...decodeTar(readFileSync(at('a.tar')))]
        .find((each) => each.path === 'pkg/a.py')
        ?.content.toString(),
    ).toBe('X = 1\n');
  });

  it('names submodules and links that lead elsewhere, and opens no pipe and no socket', async () => {
    put('repo/a.py', '');
    put(
      'repo/.gitmodules',
      '[submodule "v"]\n\tpath = vendor\n\turl = https://me:word@example.invalid/x\n',
    );
    for (const [name, target] of [
      ['out', '../../etc/passwd'],
      ['loop', '.'],
      ['self', 'self'],
      ['fine.py', 'a.py'],
      ['abs', '/etc/passwd'],
    ] as const)
      symlinkSync(target, at('repo', name));
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor`);
    git('commit', '-q', '-m', 'one');
    execFileSync('mkfifo', [at('repo/pipe.py')]);
    const answer = taken(
      await intake({ kind: 'path', path: at('repo'), revision: null }, keepAt('a.tar')),
    );
    expect(answer.named.submodules).toEqual([
      { path: 'vendor', commit: '1'.repeat(40), url: 'https://example.invalid/x' },
    ]);
    expect(answer.named.links.map((each) => each.path)).toEqual(['abs', 'loop', 'out', 'self']);
    rmSync(at('repo/.git'), { recursive: true });
    const server = createServer().listen(at('repo/s.py'));
    await new Promise((resolve) => server.once('listening', resolve));
    const plain = taken(
      await intake({ kind: 'path', path: at('repo'), revision: null }, keepAt('b.tar')),
    );
    expect(plain.named.special).toEqual(['pipe.py', 's.py']);
    expect(names(at('b.tar'))).toEqual(['.gitmodules', 'a.py', 'fine.py']);
    server.close();
  });

  it('says why a repository cannot be taken in, and runs nothing for it', async () => {
    git('init', '-q', '-b', 'main');
    put('plain/README', 'x');
    const origins: readonly Origin[] = [
      { kind: 'path', path: at('repo'), revision: null },
      { kind: 'path', path: at('nowhere'), revision: null },
      { kind: 'git', url: `file://${at('nowhere')}`, revision: null, depth: null },
      { kind: 'git', url: 'ext::sh -c touch% ran', revision: null, depth: null },
      { kind: 'git', url: '--upload-pack=touch ran', revision: null, depth: null },
      { kind: 'sdist', name: 'x', version: '1' },
    ];
    const rows: Intake[] = [];
    for (const origin of origins) rows.push(await intake(origin, keepAt('none.tar')));
    expect(rows.map(({ status }) => status)).toEqual(
      origins.map(({ kind }) => (kind === 'sdist' ? 'sdist_failed' : 'clone_failed')),
    );
    expect(rows[0]?.reason).toMatch(/without a commit/);
    const plain = await intake(
      { kind: 'path', path: at('plain'), revision: null },
      keepAt('p.tar'),
    );
    expect(plain.status).toBe('no_python');
  });

  it('keeps no credentials', async () => {
    const { shown, authorization } = parseGitAddress(
      'https://me:secret@example.invalid/o/r.git?token=t#f',
    );
    expect(shown).toBe('https://example.invalid/o/r.git');
    expect(authorization?.value.startsWith('Basic ')).toBe(true);
    const unreached = intake(
      { kind: 'git', url: 'http://me:secret@127.0.0.1:9/o/r.git', revision: null, depth: null },
      keepAt('a.tar'),
    ).catch((error: unknown) => error);
    expect(await unreached).toBeInstanceOf(RepositoryUnreachableError);
    expect(String(await unreached)).not.toMatch(/secret/);
  });

  it('says of a host that nobody knows that there is none, and tries one again that may be down', async () => {
    const url = 'https://no-such-host.invalid/o/r.git';
    const ask = () => intake({ kind: 'git', url, revision: null, depth: null }, keepAt('a.tar'));
    const looking = jest.spyOn(dns, 'lookup');
    const answers = (code: string) =>
      looking.mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    answers('ENOTFOUND');
    expect(await ask()).toEqual({
      status: 'clone_failed',
      reason: 'no host is known as no-such-host.invalid',
    });
    answers('EAI_AGAIN');
    await expect(ask()).rejects.toBeInstanceOf(RepositoryUnreachableError);
    looking.mockRestore();
  });

  it('tells a slow clone, which is tried again, from a repository that git cannot read', async () => {
    repository();
    const slow = { kind: 'git', url: `file://${at('repo')}`, revision: null, depth: null } as const;
    await expect(
      intake(slow, keepAt('a.tar'), { limits: { timeoutMs: 1 } }),
    ).rejects.toBeInstanceOf(RepositoryUnreachableError);
    const broken = { kind: 'path', path: at('repo'), revision: null } as const;
    rmSync(at('repo/.git/objects'), { recursive: true });
    mkdirSync(at('repo/.git/objects'));
    expect((await intake(broken, keepAt('a.tar'))).status).toBe('clone_failed');
  });

  /** Ends whatever reads this repository, as a machine does that is short of memory. */
  const killReaders = (): void => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (command.startsWith('git\0') && command.includes(at('repo')))
          process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  };

  it.each([
    ['HEAD', 'a repository without a commit'],
    ['refs/tags/v2', 'one without a tag'],
  ])('takes nobody whose git is killed while it reads %s for %s', async (halting) => {
    repository();
    rmSync(at('repo/.git', halting), { force: true });
    execFileSync('mkfifo', [at('repo/.git', halting)]);
    const killing = setInterval(killReaders, 100);
    const origin = { kind: 'path', path: at('repo'), revision: null } as const;
    const asked = intake(origin, keepAt('a.tar')).finally(() => clearInterval(killing));
    await expect(asked).rejects.toBeInstanceOf(RepositoryUnreachableError);
  });

  /** As git words them; what fails on the way there, or here, is none of the repository's. */
  it.each([
    ["remote: Repository not found.\nfatal: repository 'https://h/o/r/' not found", 'answered'],
    ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'answered'],
    ['fatal: remote error: upload-pack: not our ref 0000', 'answered'],
    ['error: object 12: zeroPaddedSHA1\nfatal: fsck error in packed object', 'answered'],
    ['fatal: fetch-pack: index-pack died of signal 9', 'unreached'],
    ["fatal: unable to access 'https://h/': CONNECT tunnel failed, response 407", 'unreached'],
    ["fatal: unable to access 'https://h/': SSL certificate problem: expired", 'unreached'],
    ['remote: fatal: write error: No space left on device\nfatal: early EOF', 'unreached'],
    ['fatal: write error: No space left on device\nfatal: index-pack failed', 'full'],
  ])('tells of what git says, %j, that it is %s', async (words, meant) => {
    put('git', `#!/bin/sh\ncat >&2 <<'END'\n${words}\nEND\nexit 128\n`);
    chmodSync(at('git'), 0o755);
    const origin = { kind: 'git', url: 'https://h/o/r', revision: null, depth: null } as const;
    const asked = intake(origin, keepAt('a.tar'), {
      environment: { PATH: `${root}:/usr/bin:/bin` },
    });
    if (meant === 'answered') expect((await asked).status).toBe('clone_failed');
    else if (meant === 'unreached')
      await expect(asked).rejects.toBeInstanceOf(RepositoryUnreachableError);
    else await expect(asked).rejects.toMatchObject({ code: 'DISK_FULL', fate: 'pauses-run' });
  });

  it('has limits for files and bytes', async () => {
    repository();
    const origin = { kind: 'path', path: at('repo'), revision: null } as const;
    for (const limits of [{ mostFiles: 2 }, { mostBytes: 10 }])
      expect((await intake(origin, keepAt('a.tar'), { limits })).status).toBe('too_large');
    const one = taken(await intake(origin, keepAt('a.tar'), { limits: { mostFileBytes: 10 } }));
    expect(one.named.leftOut.some((each) => each.path === 'LICENSE')).toBe(true);
    // What is left out does not count: the three files of Python have 27 bytes, all have far more.
    const small = { mostFileBytes: 20, mostBytes: 30, mostFiles: 3 };
    expect(
      taken(await intake(origin, keepAt('a.tar'), { limits: small })).named.leftOut,
    ).toHaveLength(3);
  });

  describe('of a source distribution', () => {
    const tarOf = (...entries: SnapshotEntry[]): Buffer =>
      gzipSync(Buffer.concat([...encodeTar(entries)]));
    const file = (place: string, content = 'x'): SnapshotEntry => ({
      kind: 'file',
      path: place,
      executable: false,
      content: Buffer.from(content),
    });
    let upstream: FakeUpstream;
    afterEach(() => upstream.stop());

    const take = async (content: Buffer, limits = {}): Promise<Intake> => {
      upstream = await FakeUpstream.start({ 'a-b': [{ filename: 'A_b-1.0.tar.gz', content }] });
      const index = new IndexCache({
        indexUrl: `${upstream.address}/simple/`,
        folder: at('cache'),
        upstream: createUpstream(),
      });
      return intake({ kind: 'sdist', name: 'A.B', version: '1.0' }, keepAt('a.tar'), {
        index: { cache: index, until: null },
        limits,
      });
    };

    it('says of a release that cannot be had whether it is not there, a wheel alone, or of later', async () => {
      const content = Buffer.from('x');
      upstream = await FakeUpstream.start({
        'a-b': [
          { filename: 'a_b-1.0-py3-none-any.whl', content },
          { filename: 'a_b-2.0.1.tar.gz', content, uploadTime: '2026-02-01T00:00:00Z' },
        ],
      });
      const cache = new IndexCache({
        indexUrl: `${upstream.address}/simple/`,
        folder: at('cache'),
        upstream: createUpstream(),
      });
      const ask = (version: string): Promise<Intake> =>
        intake({ kind: 'sdist', name: 'A.B', version }, keepAt('a.tar'), {
          index: { cache, until: '2026-01-01T00:00:00Z' },
          limits: {},
        });
      const words = await Promise.all(['1.0', '2.0', '2.0.1'].map(ask));
      expect(words).toMatchObject([
        { reason: expect.stringContaining('a-b 1.0 has no source distribution') as string },
        { reason: 'the index has no version 2.0 of a-b' },
        { reason: expect.stringContaining('a-b 2.0.1 was not on the index yet') as string },
      ]);
    });

    it('takes what is in it without the folder around', async () => {
      const long = `a_b-1.0/${'d/'.repeat(80)}ünd.py`;
      const answer = taken(
        await take(
          tarOf(file('a_b-1.0/PKG-INFO', 'License: BSD\n'), file(long), {
            kind: 'link',
            path: 'a_b-1.0/l',
            target: '../../x',
          }),
        ),
      );
      expect(names(at('a.tar'))).toEqual(['PKG-INFO', long.slice(8)]);
      expect([
        answer.provenance.licence.byMetadata?.text,
        answer.named.links.length,
        answer.provenance.sha256?.length,
      ]).toEqual(['BSD', 1, 64]);
    });

    it('refuses paths that lead out, bombs and what is cut off', async () => {
      for (const place of ['a/../../etc/x.py', '/etc/x.py', 'a/.git/config', 'a//x.py']) {
        const answer = await take(tarOf(file(place)));
        expect(answer.status).toBe('sdist_failed');
        await upstream.stop();
        rmSync(at('cache'), { recursive: true });
      }
      expect(
        (await take(gzipSync(Buffer.alloc(5_000_000)), { mostBytes: 1000, mostFiles: 10 })).status,
      ).toBe('too_large');
      await upstream.stop();
      rmSync(at('cache'), { recursive: true });
      expect((await take(tarOf(file('a/x.py', 'y'.repeat(5000))).subarray(0, 60))).status).toBe(
        'sdist_failed',
      );
      await upstream.stop();
      rmSync(at('cache'), { recursive: true });
      expect((await take(gzipSync(Buffer.from('not a tar'.repeat(200))))).status).toBe(
        'sdist_failed',
      );
    });
  });

  it('writes archives that other tools read', async () => {
    put('repo/x.py', 'x');
    put(`repo/${'long/'.repeat(30)}é.py`, 'y');
    await intake({ kind: 'path', path: at('repo'), revision: null }, keepAt('a.tar'));
    const listed = execFileSync(
      'python3',
      [
        '-c',
        'import sys, tarfile; print([(m.name, m.mtime, oct(m.mode)) for m in tarfile.open(sys.argv[1])])',
        at('a.tar'),
      ],
      { encoding: 'utf8' },
    );
    expect(listed).toMatch(
      /^\[\('long\/long\/.*é\.py', 0(\.0)?, '0o644'\), \('x\.py', 0(\.0)?, '0o644'\)\]/,
    );
  });

  it('tells a changed folder from an unchanged one', async () => {
    put('repo/x.py', 'x');
    const before = await hashFolder(at('repo'));
    expect(await hashFolder(at('repo'))).toBe(before);
    put('repo/.hidden', '');
    expect(await hashFolder(at('repo'))).not.toBe(before);
  });

  it('knows licences by their words', () => {
    const entry = (name: string, content: string): SnapshotEntry => ({
      kind: 'file',
      path: name,
      executable: false,
      content: Buffer.from(content),
    });
    expect(
      findLicence([entry('COPYING.txt', 'GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June')])
        .byFile?.id,
    ).toBe('GPL-3.0');
    expect(findLicence([entry('LICENSE', 'All rights reserved')]).byFile?.id).toBe(null);
    expect(findLicence([entry('setup.py', "setup(license='ISC')")]).byMetadata?.text).toBe('ISC');
  });
});

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of content) all.push(piece);
  return all;
}
