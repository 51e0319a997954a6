import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compareFiles } from '../../../lab/verify/compare-files';

describe('comparing the files of two folders', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'espalier-compare-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function folderOf(name: string, files: Readonly<Record<string, string | Buffer>>): string {
    const folder = join(root, name);
    mkdirSync(folder);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    return folder;
  }

  it('names each that is another, with its first difference, and none that is the same', async () => {
    const left = folderOf('left', { a: 'same\n', b: 'one\ntwo\n', c: 'x' });
    const right = folderOf('right', { a: 'same\n', b: 'one\nTwo\n', c: 'y' });
    expect(await compareFiles(left, right, ['a', 'b', 'c'])).toEqual([
      { file: 'b', first: { line: 2, column: 1, left: 'two', right: 'Two' } },
      { file: 'c', first: { line: 1, column: 1, left: 'x', right: 'y' } },
    ]);
  });

  it('names one that the first folder lacks', async () => {
    const right = folderOf('right', { a: '' });
    expect(await compareFiles(folderOf('left', {}), right, ['a'])).toEqual([
      { file: 'a', first: null },
    ]);
  });

  it('sees bytes that read as the same text', async () => {
    const left = folderOf('left', { a: Buffer.from([0x61, 0xff]) });
    const right = folderOf('right', { a: Buffer.from([0x61, 0xfe]) });
    expect(await compareFiles(left, right, ['a'])).toEqual([
      { file: 'a', first: { line: 1, column: 2, left: 'aÿ', right: 'aþ' } },
    ]);
  });
});
