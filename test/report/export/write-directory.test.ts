import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UsageError } from '../../../core/errors/errors';
import { makeFolder } from '../../../report/export/make-folder';
import { checkDirectory, writeDirectory } from '../../../report/export/write-directory';
import type { FileContent } from '../../../report/export/write-directory';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* streamed(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one\n');
  yield Buffer.from('two\n');
}
const files: readonly (readonly [string, FileContent])[] = [
  ['text.txt', 'words'],
  ['below/deep/bytes.bin', Buffer.from([1, 2])],
  ['stream.jsonl', streamed],
];
const breaking = (error: Error) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half');
    throw error;
  };

describe('a folder that is written', () => {
  it.each(['there', 'new', 'a/b/new'])('has every file, also below it: %s', async (name) => {
    const directory = join(folder, name);
    if (name === 'there') await mkdir(directory);
    await writeDirectory(directory, files);
    expect((await readdir(directory)).toSorted()).toEqual(['below', 'stream.jsonl', 'text.txt']);
    expect(await readFile(join(directory, 'text.txt'), 'utf8')).toBe('words');
    expect(await readFile(join(directory, 'stream.jsonl'), 'utf8')).toBe('one\ntwo\n');
    expect([...(await readFile(join(directory, 'below/deep/bytes.bin')))]).toEqual([1, 2]);
    const { mode } = await stat(join(directory, 'text.txt'));
    expect(mode & 0o777 & ~process.umask()).toBe(0o644 & ~process.umask());
    const others = (await readdir(folder)).filter((one) => one.startsWith('.'));
    expect(others).toEqual([]);
  });

  it('is not there at all when a file cannot be read, and the reason stands', async () => {
    const lost = new UsageError('lost', 'look for it', { code: 'BAD_FLAG' });
    const directory = join(folder, 'new');
    const broken = [...files, ['last', breaking(lost)]] as const;
    await expect(writeDirectory(directory, broken)).rejects.toBe(lost);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['ENOSPC', 3],
    ['EIO', 3],
    ['EDQUOT', 3],
    ['EMFILE', 3],
    ['ENFILE', 3],
    ['EACCES', 2],
  ])('that cannot be written for %s is told with the exit code %d', async (code, exitCode) => {
    const directory = join(folder, 'new');
    const error = Object.assign(new Error(`it says ${code}`), { code });
    await expect(writeDirectory(directory, [['a', breaking(error)]])).rejects.toMatchObject({
      ...{ code: 'EXPORT_NOT_WRITABLE', exitCode, cause: error },
      message: `cannot write the export to ${directory}: it says ${code}`,
      remedy: expect.stringContaining('Name a folder') as string,
    });
  });
});

describe('a folder that is checked', () => {
  it('may be absent, empty, or hold what an unfinished export left', async () => {
    await checkDirectory(join(folder, 'absent'), false);
    await checkDirectory(folder, false);
    await mkdir(join(folder, '.espalier-export-1'));
    await checkDirectory(folder, false);
  });

  it('with a single other file is refused, by its name, unless that is wanted', async () => {
    await writeFile(join(folder, 'mine'), '');
    await expect(checkDirectory(folder, false)).rejects.toMatchObject({
      ...{ code: 'EXPORT_NOT_EMPTY', message: `${folder} is not empty` },
      remedy: expect.stringContaining('--force') as string,
    });
    await checkDirectory(folder, true);
    await expect(checkDirectory(join(folder, 'mine'), true)).rejects.toMatchObject({
      code: 'EXPORT_NOT_A_FOLDER',
    });
  });
});

describe('a folder that is made', () => {
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

  it('has its parents, all of one mode, and stays as it is when it is there', async () => {
    await makeFolder(join(folder, 'a', 'b'), 0o700);
    expect(await modeOf(join(folder, 'a'))).toBe(0o700);
    expect(await modeOf(join(folder, 'a', 'b'))).toBe(0o700);
    await makeFolder(join(folder, 'a'), 0o750);
    expect(await modeOf(join(folder, 'a'))).toBe(0o700);
    await Promise.all([1, 2, 3].map(() => makeFolder(join(folder, 'x', 'y'))));
    expect(await readdir(join(folder, 'x'))).toEqual(['y']);
  });

  it('is not made in the place of a file', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder, 'file', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
