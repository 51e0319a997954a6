import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { changedFiles, readGitFacts, readGitTree } from '../../../repositories/intake/git-tree';
import { readFolderTree } from '../../../repositories/intake/folder-tree';
import { GitError, ifRefused, runGit } from '../../../repositories/intake/run-git';
import { defaultLimits, type IntakeLimits } from '../../../repositories/intake/snapshot';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'git-tree-test-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const at = (...parts: string[]): string => path.join(root, ...parts);
const put = (place: string, content: string): void => {
  mkdirSync(path.dirname(at(place)), { recursive: true });
  writeFileSync(at(place), content);
};
const git = (...argv: string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.invalid', ...argv], {
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-01-02T03:04:05+01:00' },
  }).trim();
const commit = (): string => {
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  return git('rev-parse', 'HEAD');
};
const limitsOf = (changes: Partial<IntakeLimits>): IntakeLimits => ({
  ...defaultLimits,
  ...changes,
});

describe('what is known of a commit', () => {
  it('is its hash, tree and date, and that no tag is near', async () => {
    put('a.py', 'x');
    const hash = commit();
    expect(await readGitFacts(root, null)).toEqual({
      ...{ commit: hash, tree: git('rev-parse', 'HEAD^{tree}'), describe: null, shallow: false },
      date: '2026-01-02T03:04:05+01:00',
    });
    expect((await readGitFacts(root, hash.slice(0, 8))).commit).toBe(hash);
  });

  it('says of a clone whether it is shallow', async () => {
    put('a.py', 'x');
    commit();
    git('commit', '-q', '--allow-empty', '-m', 'two');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, at('shallow')]);
    expect(await readGitFacts(at('shallow'), null)).toMatchObject({ shallow: true });
  });

  it.each(['-x', '--output=x', 'a b', ''])(
    'is not asked with %j for a revision',
    async (revision) => {
      await expect(readGitFacts(root, revision)).rejects.toMatchObject({
        status: 'clone_failed',
        message: `no name of a commit: ${revision}`,
      });
    },
  );

  it('is nothing of a revision that is not there', async () => {
    put('a.py', 'x');
    commit();
    await expect(readGitFacts(root, 'v9')).rejects.toMatchObject({
      status: 'clone_failed',
      message: 'no commit v9',
      retryable: false,
    });
  });
});

describe('the tree of a commit', () => {
  it('has files with their mode, and links to them', async () => {
    put('a.py', 'X = 1\n');
    put('run.sh', 'true\n');
    chmodSync(at('run.sh'), 0o755);
    symlinkSync('a.py', at('link.py'));
    const { entries, named } = await readGitTree(root, commit(), defaultLimits);
    expect(entries).toEqual([
      { kind: 'file', path: 'a.py', executable: false, content: Buffer.from('X = 1\n') },
      { kind: 'link', path: 'link.py', target: 'a.py' },
      { kind: 'file', path: 'run.sh', executable: true, content: Buffer.from('true\n') },
    ]);
    expect(Object.values(named).flat()).toEqual([]);
  });

  it('may be as large as its limits, and no larger', async () => {
    put('a.py', '12345');
    put('b.py', '12345');
    const hash = commit();
    const read = (limits: Partial<IntakeLimits>) => readGitTree(root, hash, limitsOf(limits));
    expect((await read({ mostFiles: 2, mostBytes: 10, mostFileBytes: 5 })).entries).toHaveLength(2);
    await expect(read({ mostFiles: 1 })).rejects.toMatchObject({
      ...{ status: 'too_large', message: '2 files, the limit is 1' },
    });
    await expect(read({ mostBytes: 9 })).rejects.toMatchObject({
      ...{ status: 'too_large', message: '10 bytes, the limit is 9' },
    });
    const { entries, named } = await read({ mostFileBytes: 4 });
    expect([entries, named.leftOut]).toEqual([
      [],
      ['a.py', 'b.py'].map((place) => ({ path: place, why: '5 bytes' })),
    ]);
  });

  it('names pointers to large files, which are short', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\n';
    put('pointer', pointer);
    put('long', pointer + 'x'.repeat(1024 - pointer.length));
    put('other', `# ${pointer}`);
    const { named } = await readGitTree(root, commit(), defaultLimits);
    expect(named.lfsPointers).toEqual(['pointer']);
  });

  it('names a submodule whose address nobody wrote down', async () => {
    put('a.py', 'x');
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('update-index', '--add', '--cacheinfo', `160000,${'2'.repeat(40)},sub/module`);
    git('commit', '-q', '-m', 'one');
    const { named } = await readGitTree(root, 'HEAD', defaultLimits);
    expect(named.submodules).toEqual([{ path: 'sub/module', commit: '2'.repeat(40), url: null }]);
  });
});

it('files of a work tree that are not the commit’s are those with other content, gone, or no files any more', async () => {
  for (const name of ['same', 'longer', 'other', 'gone', 'folder']) put(name, 'abc');
  const hash = commit();
  put('longer', 'abcd');
  put('other', 'xyz');
  rmSync(at('gone'));
  rmSync(at('folder'));
  mkdirSync(at('folder'));
  put('untracked', 'x');
  expect(await changedFiles(root, hash)).toEqual(['folder', 'gone', 'longer', 'other']);
});

describe('a folder', () => {
  it('has plain files with their mode, without files that tools generate', async () => {
    put('a.py', 'x');
    put('run', 'y');
    chmodSync(at('run'), 0o755);
    put('pkg/.venv/b.py', 'x');
    put('pkg/__pycache__/c.py', 'x');
    put('.git/config', 'x');
    const { entries, named } = await readFolderTree(root, defaultLimits);
    const shown = entries.map((entry) => [entry.path, entry.kind === 'file' && entry.executable]);
    expect(shown.sort()).toEqual([
      ['a.py', false],
      ['run', true],
    ]);
    expect(named.leftOut).toEqual([]);
  });

  it('may be as large as its limits, and no larger; what is left out does not count', async () => {
    for (const name of ['a', 'b']) put(name, '12345');
    put('large', '123456');
    const read = (limits: Partial<IntakeLimits>) => readFolderTree(root, limitsOf(limits));
    const { entries, named } = await read({ mostFiles: 2, mostBytes: 10, mostFileBytes: 5 });
    expect(entries).toHaveLength(2);
    expect(named.leftOut).toEqual([{ path: 'large', why: '6 bytes' }]);
    await expect(read({ mostFiles: 1, mostFileBytes: 5 })).rejects.toMatchObject({
      ...{ status: 'too_large', message: 'more than 1 files' },
    });
    await expect(read({ mostBytes: 9, mostFileBytes: 5 })).rejects.toMatchObject({
      ...{ status: 'too_large', message: 'more than 9 bytes' },
    });
  });
});

describe('git', () => {
  /** A program in place of git, by its path alone: nothing else of the environment is handed on. */
  const script = (text: string) => {
    writeFileSync(at('git'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return { environment: { PATH: `${root}:/usr/bin:/bin` } };
  };

  it('is given what it is to read, and gives all that it wrote', async () => {
    expect(String(await runGit(['x'], { ...script('cat'), input: Buffer.from('given') }))).toBe(
      'given',
    );
  });

  it('gets nothing of our environment, and a secret by a variable for its address alone', async () => {
    process.env['SECRET_OF_OURS'] = 'x';
    const authorization = { url: 'https://h/', value: 'Basic abc' };
    const options = script('env; echo "$@"');
    const [plain, told] = [
      await runGit(['x'], options),
      await runGit(['x'], { ...options, authorization }),
    ];
    delete process.env['SECRET_OF_OURS'];
    expect(String(plain)).not.toMatch(/SECRET_OF_OURS|Authorization/);
    expect(String(told).split('\n')).toEqual(
      expect.arrayContaining([
        'GIT_CONFIG_KEY_0=http.https://h/.extraHeader',
        'GIT_CONFIG_VALUE_0=Authorization: Basic abc',
      ]),
    );
    expect(String(told).split('\n').at(-2)).not.toContain('Basic abc');
    expect(String(told)).toContain('HOME=/nonexistent');
  });

  const failure = async (text: string, options = {}): Promise<GitError> => {
    const error: unknown = await runGit([], { ...script(text), ...options }).catch(
      (one: unknown) => one,
    );
    if (error instanceof GitError) return error;
    throw new Error(`no GitError but ${String(error)}`);
  };

  it('that fails is told by the line that says most, without credentials, and by all beside it', async () => {
    const said = await failure(
      'echo "hint one" >&2; echo "fatal: no https://me:word@h/x" >&2; echo "end" >&2; exit 7',
    );
    expect([said.message, said.exitCode]).toEqual(['fatal: no https://h/x', 7]);
    expect(said.complaint).toContain('hint one');
    expect((await failure('echo one >&2; echo two >&2; echo >&2; exit 1')).message).toBe('two');
    expect((await failure('exit 3')).message).toBe('ended with 3');
    const long = await failure('printf "%09000d" 1 >&2; echo last >&2; exit 1');
    expect(long.complaint).toHaveLength(8_000);
    expect(long.complaint).toMatch(/1last\n$/);
    expect(long.message).toHaveLength(500);
  });

  it('that writes too much, or takes too long, is stopped, and has said nothing', async () => {
    const most = { mostBytes: 10 };
    expect(String(await runGit([], { ...script('printf 1234567890'), ...most }))).toBe(
      '1234567890',
    );
    const long = await failure('printf 12345678901; exec sleep 60', most);
    expect([long.exitCode, long.message]).toEqual([null, 'git was stopped']);
    expect((await failure('exec sleep 60', { timeoutMs: 20 })).exitCode).toBeNull();
    expect(
      (await failure('exec sleep 60', { signal: AbortSignal.timeout(20) })).exitCode,
    ).toBeNull();
  });

  it('that is not installed is named, and leaves no clock that would keep the process alive', async () => {
    const clocks = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = clocks();
    const started = runGit(['version'], { environment: { PATH: '/nonexistent' } });
    await expect(started).rejects.toMatchObject({ code: 'GIT_MISSING' });
    expect(clocks()).toBeLessThanOrEqual(before);
  });

  it('that says no may be answered for; one that was stopped may not', () => {
    expect(ifRefused('none')(new GitError('no', 1, ''))).toBe('none');
    const stopped = new GitError('stopped', null, '');
    expect(() => ifRefused('none')(stopped)).toThrow(stopped);
    expect(() => ifRefused('none')(new TypeError('odd'))).toThrow('odd');
  });
});
