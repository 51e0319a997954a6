import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findApiKey } from '../../config/api-key';
import { exitCodes } from '../../core/errors/errors';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-key-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function keyFile(text: string, mode = 0o600): string {
  const file = join(folder, 'key');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const found = (file: string, key?: string) =>
  findApiKey({ OPENAI_API_KEY_FILE: file, OPENAI_API_KEY: key });

describe('the key of an endpoint', () => {
  it('refuses a file that holds more than a key', () => {
    expect(found(keyFile('k1\nk2\n'))).toMatchObject({
      kind: 'unusable',
      error: { code: 'BAD_KEY_FILE' },
    });
  });

  it('is what the file holds, without the end of the line', () => {
    expect(found(keyFile('sk-in-a-file\n'))).toEqual({ kind: 'found', key: 'sk-in-a-file' });
  });

  it('is that of the variable where both are given', () => {
    expect(found(keyFile('sk-in-a-file'), 'sk-said')).toEqual({ kind: 'found', key: 'sk-said' });
  });

  it('is none without either', () => {
    expect(findApiKey({ OPENAI_API_KEY: undefined, OPENAI_API_KEY_FILE: undefined })).toEqual({
      kind: 'none',
    });
  });

  it.each([
    ['others may read', () => keyFile('sk-in-a-file', 0o644), 'its mode 0644 lets others'],
    ['the group may write', () => keyFile('sk-in-a-file', 0o620), 'its mode 0620 lets others'],
    ['is empty', () => keyFile(' \n'), 'it is empty'],
    ['is not there', () => join(folder, 'missing'), 'no such file'],
    [
      'is a folder',
      () => (mkdirSync(join(folder, 'd'), 0o700), join(folder, 'd')),
      'it is no file',
    ],
  ])('is refused, naming the file and never the key, when it %s', (_, make, why) => {
    const file = make();
    const { error } = found(file) as Extract<ReturnType<typeof found>, { kind: 'unusable' }>;
    expect(error).toMatchObject({ code: 'BAD_KEY_FILE', exitCode: exitCodes.usage });
    expect(error.message).toContain(`OPENAI_API_KEY_FILE=${file}`);
    expect(error.message).toContain(why);
    expect(error.message + error.remedy).not.toContain('sk-in-a-file');
  });
});
