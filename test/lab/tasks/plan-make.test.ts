import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isOfKind } from '../../../core/kinds/of-kind';
import type { Store } from '../../../core/ports/records';
import { TaskCandidate } from '../../../core/schemas/task-candidate';
import { checkMakeRequest } from '../../../lab/tasks/make-request';
import type { MakeRequest } from '../../../lab/tasks/make-request';
import { planMake } from '../../../lab/tasks/plan-make';
import { createMemoryStore } from '../../fakes/memory-store';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-make-'));
  store = createMemoryStore();
  git('init', '-q');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...argv: readonly string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', HOME: folder };
  return execFileSync('git', ['-C', folder, ...argv], { encoding: 'utf8', env }).trim();
}

function commit(message: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
}

async function plan(request: Omit<MakeRequest, 'source'>) {
  const asked = checkMakeRequest({ source: folder, ...request });
  const { config, id } = await planMake({ note: () => undefined }, store, asked);
  if (!isOfKind(config, 'task')) throw new Error('a plan of another kind');
  const hashes = Object.values(config.task.candidates);
  const read = hashes.map(async (hash) =>
    TaskCandidate.parse(JSON.parse(await store.blobs.get(hash))),
  );
  return { config, id, candidates: await Promise.all(read) };
}

describe('a plan of tasks', () => {
  it('has a candidate for each commit of a range that changes code and tests', async () => {
    const first = commit('first', { 'core.py': 'x = 1\n', 'test_core.py': 'a = 1\n' });
    const base = commit('words only', { 'README.md': 'words\n' });
    const fix = commit('Fix x', { 'core.py': 'x = 2\n', 'test_core.py': 'a = 2\n' });
    commit('code only', { 'core.py': 'x = 3\n' });
    const { config, candidates } = await plan({ commits: `${first}..HEAD`, name: 'o/r' });
    expect(config.task.passedOver).toEqual({
      'changes no Python code': 1,
      'changes no tests': 1,
    });
    expect(config.problems).toEqual([`o__r-${fix.slice(0, 12)}`]);
    const [candidate] = candidates;
    expect(candidate?.source).toMatchObject({ commit: base, address: folder });
    expect(candidate?.goldPatch).toContain('+x = 2');
    expect(candidate?.testPatch).toContain('+a = 2');
    expect(candidate?.statement).toMatch(/^Fix x\n/);
  });

  it('is the same run for the same commits, and another one with other terms', async () => {
    commit('first', { 'core.py': 'x = 1\n' });
    commit('Fix', { 'core.py': 'x = 2\n', 'test_core.py': 'a = 1\n' });
    const { id } = await plan({});
    expect((await plan({})).id).toBe(id);
    expect((await plan({ times: 5 })).id).not.toBe(id);
    expect((await plan({ python: '3.9' })).id).not.toBe(id);
  });

  it.each([
    ['a revision that is not there', { commits: 'nowhere' }, /nowhere|revision/],
    ['a name that git could take for an option', { commits: '--output=x' }, /no name of a commit/],
    [
      'a commit that changes no tests',
      {},
      /no commit of HEAD changes both .* \(1 changes no tests\)/,
    ],
  ])('is refused for %s, which it names', async (_what, request, words) => {
    commit('first', { 'core.py': 'x = 1\n' });
    commit('more', { 'core.py': 'x = 2\n' });
    await expect(plan(request)).rejects.toThrow(words);
  });

  it('is refused with an option of environments', async () => {
    await expect(plan({ bugs: 2 })).rejects.toMatchObject({ code: 'BAD_REQUEST', exitCode: 2 });
  });

  it('is refused for a folder that is no clone, with what to give', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    await expect(plan({})).rejects.toMatchObject({ code: 'BAD_SOURCE' });
  });
});
