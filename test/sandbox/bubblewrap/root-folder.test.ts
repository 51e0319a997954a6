import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inspectRoot } from '../../../sandbox/bubblewrap/root-folder';
import { PythonUnusableError } from '../../../sandbox/errors';

describe('inspectRoot', () => {
  const root = mkdtempSync(join(tmpdir(), 'espalier-root-'));
  beforeEach(() => {
    mkdirSync(join(root, 'usr/bin'), { recursive: true });
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('shows links as links and folders as folders', () => {
    writeFileSync(join(root, 'usr/bin/python3'), '');
    symlinkSync('usr/lib', join(root, 'lib'));
    mkdirSync(join(root, 'lib64'));
    expect(inspectRoot(root)).toEqual({
      root,
      entries: [
        { kind: 'link', path: '/lib', target: 'usr/lib' },
        { kind: 'bind', path: '/lib64', source: join(root, 'lib64') },
      ],
      python: '/usr/bin/python3',
      covered: ['/usr/local'],
    });
  });

  it('does not cover /usr/local where Python lives in it', () => {
    writeFileSync(join(root, 'usr/local/bin/python3'), '');
    expect(inspectRoot(root)).toMatchObject({ python: '/usr/local/bin/python3', covered: [] });
  });

  it('names what is missing', () => {
    expect(() => inspectRoot(root)).toThrow(/neither \/usr\/bin\/python3/);
    expect(() => inspectRoot(join(root, 'nowhere'))).toThrow(PythonUnusableError);
  });
});
