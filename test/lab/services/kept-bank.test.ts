import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { keepBank, keptBank } from '../../../lab/services/kept-bank';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { StateFolder } from '../../../config/state-folder';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

const hash = 'a'.repeat(64);

const emptyFolder = (): StateFolder =>
  stateFolder(readSettings({ ESPALIER_HOME: scratchState().root }));

function fileOf({ root }: StateFolder, name: string, text: string): string {
  writeFileSync(join(root, name), text);
  return join(root, name);
}

async function keptTexts(folder: StateFolder): Promise<readonly string[]> {
  return (await keptBank(folder, hash)).map((file) => readFileSync(file, 'utf8'));
}

describe('the bank of a run', () => {
  it('is kept in the order of its files, which their names need not follow', async () => {
    const folder = emptyFolder();
    const names = ['z', 'm', 'a'];
    await keepBank(
      folder,
      hash,
      names.map((name) => fileOf(folder, name, `text of ${name}`)),
    );
    expect(await keptTexts(folder)).toEqual(['text of z', 'text of m', 'text of a']);
  });

  it('is kept in the order of its files, however many there are', async () => {
    const folder = emptyFolder();
    const texts = Array.from({ length: 1_001 }, (_, index) => `text ${String(index)}`);
    const files = texts.map((text, index) => fileOf(folder, `file-${String(index)}`, text));
    await keepBank(folder, hash, files);
    expect(await keptTexts(folder)).toEqual(texts);
  });

  it('keeps two files of one name apart', async () => {
    const folder = emptyFolder();
    const other = emptyFolder();
    await keepBank(folder, hash, [fileOf(folder, 'x', 'one'), fileOf(other, 'x', 'two')]);
    expect(await keptTexts(folder)).toEqual(['one', 'two']);
  });

  it('stays whatever becomes of the originals', async () => {
    const folder = emptyFolder();
    const file = fileOf(folder, 'bank', 'as the run began');
    await keepBank(folder, hash, [file]);
    rmSync(file);
    await keepBank(folder, hash, [file]);
    expect(await keptTexts(folder)).toEqual(['as the run began']);
  });

  it('is kept once when two runs begin with it at the same moment', async () => {
    const folder = emptyFolder();
    const files = ['a', 'b', 'c'].map((name) => fileOf(folder, name, name));
    await Promise.all([1, 2, 3, 4].map(() => keepBank(folder, hash, files)));
    expect(await keptTexts(folder)).toEqual(['a', 'b', 'c']);
    expect(readdirSync(folder.banks)).toEqual([hash]);
  });

  it('is not taken for kept when one of its files could not be copied', async () => {
    const folder = emptyFolder();
    const files = [fileOf(folder, 'a', 'a'), join(folder.root, 'gone')];
    await expect(keepBank(folder, hash, files)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(keptBank(folder, hash)).rejects.toMatchObject({ code: 'BANK_MISSING' });
    expect(readdirSync(folder.banks)).toEqual([]);
    fileOf(folder, 'gone', 'found again');
    await keepBank(folder, hash, files);
    expect(await keptTexts(folder)).toEqual(['a', 'found again']);
  });

  it('that is gone is named, with how the run goes on', async () => {
    const folder = emptyFolder();
    await expect(keptBank(folder, hash)).rejects.toMatchObject({
      code: 'BANK_MISSING',
      exitCode: 3,
      message: expect.stringContaining(folder.banks) as string,
      remedy: expect.stringContaining('the same bank files') as string,
    });
  });
});
