import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findClone, holdsCommit } from '../../../repositories';

const root = mkdtempSync(join(tmpdir(), 'clones-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
    encoding: 'utf8',
  }).trim();

describe('clones of this machine', () => {
  const work = join(root, 'one', 'name.git');
  mkdirSync(join(root, 'one'));
  git('init', '-q', work);
  git('-C', work, 'commit', '-q', '--allow-empty', '-m', 'x');
  const commit = git('-C', work, 'rev-parse', 'HEAD');
  git('clone', '-q', '--bare', work, join(root, 'two__name'));

  it.each([
    ['one/name', 'one/name.git'],
    ['two/name', 'two__name'],
  ])('%s is found as %s', async (repository, place) => {
    expect(await findClone(root, repository, commit)).toBe(join(root, place));
  });

  it.each([
    ['three/name', 'HEAD'],
    ['../one', 'HEAD'],
    ['one/name', '0'.repeat(40)],
  ])('%s at %s is not found', async (repository, revision) => {
    expect(await findClone(root, repository, revision)).toBeNull();
  });

  it('a folder inside a work tree is none', async () => {
    mkdirSync(join(work, 'below'));
    expect(await holdsCommit(join(work, 'below'), commit)).toBe(false);
  });
});
