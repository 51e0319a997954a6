import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readHistory } from '../../../repositories';

const folder = mkdtempSync(join(tmpdir(), 'history-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const git = (...argv: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...argv], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

/** Commits a file of its own, so that merges need no help. */
function commit(name: string): string {
  writeFileSync(join(folder, `${name}.py`), `${name} = 1\n`);
  git('add', '.');
  git('commit', '-q', '-m', name);
  return git('rev-parse', 'HEAD');
}

const messages = async (revision: string, most = 10): Promise<readonly string[]> =>
  (await readHistory(folder, { revision, most })).map(({ message }) => message.trim());

describe('the history of a repository', () => {
  let [first, fix, merge] = ['', '', ''];
  beforeAll(() => {
    git('init', '-q', '-b', 'main');
    first = commit('first');
    git('checkout', '-q', '-b', 'side');
    fix = commit('fix');
    git('checkout', '-q', 'main');
    commit('other');
    git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
    merge = git('rev-parse', 'HEAD');
    commit('last');
  });

  it('of a range is its commits, the newest first, without merges and beyond the limit', async () => {
    expect((await messages(`${first}..main`)).toSorted()).toEqual(['fix', 'last', 'other']);
    expect(await messages(`${first}..main`, 1)).toEqual(['last']);
  });

  it('of a commit is this commit alone, with its change', async () => {
    const [only, ...others] = await readHistory(folder, { revision: fix, most: 10 });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ commit: fix, parent: first });
    expect(only?.diff).toContain('+fix = 1');
  });

  it('of a merge is refused, and so is a revision that is not there', async () => {
    await expect(messages(merge)).rejects.toThrow(`${merge} is a merge`);
    await expect(messages('no-such-branch')).rejects.toThrow('no-such-branch');
    await expect(messages('--output=x')).rejects.toThrow('no name of a commit');
  });

  it('is not that of a clone around a folder; a bare clone has its own', async () => {
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    const wish = { revision: 'HEAD', most: 1 };
    await expect(readHistory(inner, wish)).rejects.toThrow(`${inner} lies inside of the clone`);
    git('clone', '-q', '--bare', '.', 'bare.git');
    const [last] = await readHistory(join(folder, 'bare.git'), wish);
    expect(last?.message.trim()).toBe('last');
  });

  it('of the first commit is empty: it changes nothing that was there', async () => {
    expect(await messages(first)).toEqual([]);
  });
});
