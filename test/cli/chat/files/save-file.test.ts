import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { safeName, saveBeside, saveFile } from '../../../../cli/chat/files/save-file';

describe('a file that is saved', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'save-file-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const one = Buffer.from('one');

  it('is written into folders that are made for it', async () => {
    const path = join(folder, 'a', 'b', 'plot.png');
    await saveFile(path, one, { replace: false });
    expect(readFileSync(path, 'utf8')).toBe('one');
  });

  it('leaves what is there, and says how to replace it', async () => {
    const path = join(folder, 'plot.png');
    writeFileSync(path, 'of the person');
    await expect(saveFile(path, one, { replace: false })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: `${path} is there already`,
      remedy: 'Name another path, or end with ! to replace it',
    });
    expect(readFileSync(path, 'utf8')).toBe('of the person');
  });

  it('replaces what is there when that is wanted, and leaves nothing beside it', async () => {
    const path = join(folder, 'plot.png');
    writeFileSync(path, 'of the person');
    await saveFile(path, one, { replace: true });
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['plot.png']);
  });

  it('needs a path that a line can show, and a place that can be written', async () => {
    await expect(saveFile(join(folder, 'a\tb'), one, { replace: false })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(/a\\tb" is no path$/u) as string,
    });
    writeFileSync(join(folder, 'file'), '');
    const below = join(folder, 'file', 'plot.png');
    await expect(saveFile(below, one, { replace: true })).rejects.toMatchObject({
      code: 'BAD_FILE',
    });
  });

  it('goes beside files of other content, under the first name that is free', async () => {
    const path = join(folder, 'out.d', 'plot.tar.gz');
    const save = (text: string) => saveBeside(path, Buffer.from(text));
    const named = (name: string) => join(folder, 'out.d', name);
    expect(await save('one')).toBe(path);
    expect(await save('two')).toBe(named('plot.tar-2.gz'));
    expect(await save('three')).toBe(named('plot.tar-3.gz'));
    expect(await save('two')).toBeNull();
    expect(await saveBeside(named('bare'), Buffer.from('one'))).toBe(named('bare'));
    expect(await saveBeside(named('bare'), Buffer.from('two'))).toBe(named('bare-2'));
  });

  it('has no name with a way up, an empty part, or a sign that cannot be seen', () => {
    expect(safeName('a/..b/c.png')).toBe('a/..b/c.png');
    for (const name of ['..', '.', './a', 'a/', '/a', 'a\\b', 'a\u200bb', 'a\u0000b']) {
      expect(() => safeName(name)).toThrow(
        expect.objectContaining({
          code: 'BAD_FILE',
          remedy: expect.any(String) as string,
        }) as Error,
      );
    }
  });
});
