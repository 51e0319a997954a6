import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import type { RepositoryInput } from '../../core/schemas/environment';
import { takeIn } from '../../repositories/take-in';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'take-in-test-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** What is known of a repository, and the hash of the tar that was kept. */
async function taken(input: RepositoryInput, limits = {}) {
  const hash = createHash('sha256');
  let kept = '';
  const found = await takeIn(input, {
    limits,
    keep: async (content) => {
      for await (const bytes of content) hash.update(bytes);
      kept = hash.digest('hex');
      return { sha256: kept };
    },
  });
  return { found, kept };
}

function put(place: string, content: string): void {
  const file = path.join(root, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function committed(folder: string): string {
  const git = (...argv: string[]) =>
    execFileSync(
      'git',
      ['-C', path.join(root, folder), '-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...argv],
      { encoding: 'utf8' },
    ).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  git('tag', 'v1.0');
  git('commit', '-q', '--allow-empty', '-m', 'two');
  return git('rev-parse', 'HEAD');
}

describe('a repository that is taken in', () => {
  it('by its address is known by its owner, at a commit', async () => {
    put('people/tools/a.py', '12345');
    put('people/tools/LICENSE', 'MIT License\n\nPermission is hereby granted, free of charge\n');
    const commit = committed('people/tools');
    const url = `file://${root}/people/tools`;
    const { found, kept } = await taken({ kind: 'git', url });
    expect(found).toMatchObject({
      ended: null,
      tree: {
        repository: {
          ...{ input: { kind: 'git', url }, name: 'people/tools', commit, tree: kept },
          licence: 'MIT',
        },
        ...{ files: 2, lacks: null, folder: null },
        version: {
          describe: expect.stringMatching(/^v1\.0-1-g/) as string,
          date: expect.stringMatching(/^20\d\d-/) as string,
        },
      },
    });
    expect(found.tree?.bytes).toBeGreaterThan(5);
  });

  it('from a folder is known by the name of the folder, not by its path', async () => {
    put('mine/a.py', '12345');
    put('mine/setup.py', "setup(license='ISC')");
    const { found, kept } = await taken({ kind: 'path', path: path.join(root, 'mine') });
    expect(found).toMatchObject({
      ended: null,
      tree: {
        repository: {
          ...{ input: { kind: 'path', path: 'mine' }, name: 'mine', commit: null, tree: kept },
          licence: 'ISC',
        },
        version: { describe: null, date: null },
        folder: expect.any(String) as string,
      },
    });
    expect(JSON.stringify(found)).not.toContain(root);
  });

  it('says what it lacks, and that it has no Python', async () => {
    put('mine/a.py', '12345');
    put('mine/large.bin', '123456');
    const partial = await taken(
      { kind: 'path', path: path.join(root, 'mine') },
      { mostFileBytes: 5 },
    );
    expect(partial.found).toMatchObject({
      ended: null,
      tree: { files: 1, lacks: expect.stringMatching(/./) as string },
    });
    put('words/README', 'x');
    const { found } = await taken({ kind: 'path', path: path.join(root, 'words') });
    expect(found).toMatchObject({ ended: { code: 'no_python' }, tree: { files: 1, lacks: null } });
  });

  it('may be refused, with the reason', async () => {
    const nowhere = path.join(root, 'nowhere');
    expect((await taken({ kind: 'path', path: nowhere })).found).toEqual({
      ended: { code: 'clone_failed', why: expect.stringMatching(/./) as string },
      tree: null,
    });
    put('mine/a.py', 'x');
    committed('mine');
    const revision = { kind: 'path', path: path.join(root, 'mine'), revision: 'v9' } as const;
    expect((await taken(revision)).found.ended).toEqual({
      code: 'clone_failed',
      why: 'no commit v9',
    });
    const older = await taken({ ...revision, revision: 'v1.0' });
    expect(older.found.tree?.version.describe).toMatch(/^v1\.0-0-g/);
  });
});
