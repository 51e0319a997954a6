import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readGivenFile } from '../../../../cli/chat/files/given-file';

describe('a file of the person', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'given-file-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const written = (name: string, text = 'x'): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('goes by its last name, with its kind and its content', async () => {
    expect(await readGivenFile(written('data.csv', 'a,b\n'))).toEqual({
      name: 'data.csv',
      mime: 'text/csv',
      content: Buffer.from('a,b\n'),
    });
  });

  it.each([
    ['a.JPG', 'image/jpeg'],
    ['a.jpeg', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.gif', 'image/gif'],
    ['a.svg', 'image/svg+xml'],
    ['a.json', 'application/json'],
    ['a.md', 'text/markdown'],
    ['a.txt', 'text/plain'],
    ['a.tsv', 'text/tab-separated-values'],
    ['a.html', 'text/html'],
    ['a.xml', 'application/xml'],
    ['a.py', 'text/x-python'],
    ['a.pdf', 'application/pdf'],
    ['a.zip', 'application/zip'],
    ['a.tar.gz', 'application/octet-stream'],
    ['csv', 'application/octet-stream'],
  ])('is of the kind that its ending names: %s', async (name, mime) => {
    expect((await readGivenFile(written(name))).mime).toBe(mime);
  });

  it('may have 32 MiB, and no byte more', async () => {
    const path = written('large.txt');
    const most = 32 * 1024 * 1024;
    truncateSync(path, most);
    expect((await readGivenFile(path)).content).toHaveLength(most);
    truncateSync(path, most + 1);
    await expect(readGivenFile(path)).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: `${path} cannot be given: it has 33554433 bytes, at most 33554432 are taken`,
    });
  });

  it('is refused when it is not there, is a folder, or has a name that no line can show', async () => {
    const nothing = join(folder, 'nothing');
    for (const path of [nothing, folder]) {
      await expect(readGivenFile(path)).rejects.toMatchObject({
        code: 'BAD_FILE',
        message: expect.stringContaining(`${path} cannot be given: `) as string,
      });
    }
    await expect(readGivenFile(written('a\nb'))).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: 'the name "a\\nb" cannot be used',
    });
  });
});
