import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSources } from '../../../lab/environments/read-sources';
import { parseGitAddress } from '../../../repositories';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-sources-'));
  mkdirSync(join(folder, 'tools'));
  mkdirSync(join(folder, 'two words'));
  writeFileSync(join(folder, 'setup.py'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (sources: readonly string[], more: { from?: string; revision?: string } = {}) =>
  readSources({ sources, ...more }, parseGitAddress);

function list(...lines: readonly string[]): string {
  const file = join(folder, 'list.txt');
  writeFileSync(file, lines.join('\n'));
  return file;
}

describe('the sources of environments', () => {
  it('are folders, addresses of git repositories and releases, in their order', () => {
    const tools = join(folder, 'tools');
    expect(
      read([
        tools,
        'https://example.test/people/tools.git',
        'git@host.test:people/x',
        'attrs==24.2.0',
      ]),
    ).toEqual([
      { kind: 'path', path: tools },
      { kind: 'git', url: 'https://example.test/people/tools.git' },
      { kind: 'git', url: 'ssh://git@host.test/people/x' },
      { kind: 'sdist', name: 'attrs', version: '24.2.0' },
    ]);
  });

  it('are the same folder from wherever the command is typed', () => {
    const given = join(folder, 'tools', '..', 'tools');
    expect(read([given, join(folder, 'tools')])).toEqual([
      { kind: 'path', path: join(folder, 'tools') },
    ]);
  });

  it('stand in a list with their revisions; folders from where it lies, also with blanks in their names', () => {
    const from = list(
      '# what is built',
      'tools',
      'two words   # one of them',
      '',
      `https://example.test/a#b\t${'c'.repeat(40)}`,
      'tools v1.0',
      'attrs==24.2.0',
    );
    expect(read([], { from })).toEqual([
      { kind: 'path', path: join(folder, 'tools') },
      { kind: 'path', path: join(folder, 'two words') },
      { kind: 'git', url: 'https://example.test/a', revision: 'c'.repeat(40) },
      { kind: 'path', path: join(folder, 'tools'), revision: 'v1.0' },
      { kind: 'sdist', name: 'attrs', version: '24.2.0' },
    ]);
  });

  it.each<[string, () => unknown, string]>([
    ['nothing', () => read([]), 'no repository is named'],
    ['an empty list', () => read([], { from: list('# none') }), 'names no repository'],
    [
      'a list that is not there',
      () => read([], { from: '/nowhere/list' }),
      '--from /nowhere/list cannot be read',
    ],
    [
      'a folder that is not there',
      () => read(['/nowhere/x']),
      '/nowhere/x: there is no such folder',
    ],
    ['a file', () => read([join(folder, 'setup.py')]), 'setup.py: it is a file'],
    ['a name without a version', () => read(['attrs']), 'attrs: there is no such folder'],
    ['a range of versions', () => read(['attrs>=24']), 'attrs>=24: there is no such folder'],
    [
      'a place that is not fetched from',
      () => read(['ftp://host.test/x']),
      'ftp://host.test/x: ftp: is not fetched from',
    ],
    [
      'a revision of a release',
      () => read(['attrs==24.2.0'], { revision: 'v1' }),
      'attrs==24.2.0: a source distribution has no revision',
    ],
    [
      'one revision of several',
      () => read(['attrs==24.2.0', 'attrs==24.1.0'], { revision: 'v1' }),
      '--revision v1 can be of one repository only, and 2 are named',
    ],
    [
      'what git would take for an option',
      () => read(['https://host.test/a/b'], { revision: '--upload-pack=x' }),
      '"--upload-pack=x" is no name of a revision',
    ],
    [
      'a line of a list',
      () => read([], { from: list('attrs==24.2.0', 'elsewhere') }),
      'list.txt, line 2: elsewhere: there is no such folder',
    ],
  ])('refuse %s by name', (_, call, says) => {
    expect(call).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: expect.stringContaining(says) as string,
      }) as Error,
    );
  });

  it('refuse an address with a password, and do not say it again', () => {
    expect(() => read(['https://me:secret@host.test/a/b'])).toThrow(
      expect.objectContaining({
        code: 'BAD_SOURCE',
        message: expect.not.stringContaining('secret') as string,
      }) as Error,
    );
  });
});
