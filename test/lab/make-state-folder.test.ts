import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeStateFolder } from '../../lab/make-state-folder';

describe('making the state folder', () => {
  let base: string;
  beforeEach(() => (base = mkdtempSync(join(tmpdir(), 'espalier-state-'))));
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('makes what is above it too, for its owner only', async () => {
    const root = join(base, 'a', 'b');
    await makeStateFolder(root);
    expect(statSync(root).mode & 0o777).toBe(0o700);
  });

  it('can be repeated', async () => {
    await makeStateFolder(join(base, 'a'));
    await makeStateFolder(join(base, 'a'));
    expect(statSync(join(base, 'a')).isDirectory()).toBe(true);
  });

  it('refuses where a file is in the way', async () => {
    writeFileSync(join(base, 'file'), '');
    const error = { code: 'STATE_FOLDER_NOT_WRITABLE', exitCode: 3 };
    await expect(makeStateFolder(join(base, 'file'))).rejects.toMatchObject(error);
    await expect(makeStateFolder(join(base, 'file', 'below'))).rejects.toMatchObject(error);
  });

  it('answers where the file system makes no folders', async () => {
    await expect(makeStateFolder('/proc/espalier/home')).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
    });
  });
});
