import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EspalierError } from '../../../../core/errors/errors';
import { readCorpus } from '../../../../laboratory/trials/hostile/manifest';

const honest = {
  file: 'add.py',
  cls: 'edge',
  what: 'adds',
  kind: 'call',
  entry: 'add',
  test: 'assert add(1, 2) == 3',
  expect: ['pass'],
  fooled_if: null,
  wall: null,
  after: null,
  twice: null,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-corpus-'));
  writeFileSync(join(folder, 'add.py'), Buffer.from([0xef, 0xbb, 0xbf, 0x78, 0x3d, 0xe9]));
  writeFileSync(join(folder, 'other.py'), 'print(1)\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(manifest: unknown): void {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  writeFileSync(join(folder, 'manifest.json'), text);
}

function faultOf(only: readonly string[] = []): EspalierError {
  try {
    readCorpus(folder, only);
  } catch (error) {
    if (error instanceof EspalierError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a folder of hostile programs', () => {
  it('gives its programs as bytes, with their tests and the token', () => {
    const script = {
      file: 'other.py',
      kind: 'script',
      expect: 'pass',
      stdout: '1\n',
      further: 'field',
    };
    write({ token: 'HIDDEN_1', about: 'x', programs: [honest, script] });
    const { token, programs } = readCorpus(folder);
    expect(token).toBe('HIDDEN_1');
    expect([...(programs[0]?.source ?? [])]).toEqual([0xef, 0xbb, 0xbf, 0x78, 0x3d, 0xe9]);
    expect(programs[1]).toMatchObject({ kind: 'script', expect: ['pass'], stdout: '1\n' });
  });

  it('gives only those that are asked for, with or without .py', () => {
    write({ token: 'HIDDEN_1', programs: [honest, { ...honest, file: 'other.py' }] });
    expect(readCorpus(folder, ['other']).programs.map(({ file }) => file)).toEqual(['other.py']);
    expect(readCorpus(folder, ['add.py']).programs.map(({ file }) => file)).toEqual(['add.py']);
    expect(faultOf(['none']).message).toContain('"none"');
  });

  it.each<[string, unknown, readonly string[]]>([
    ['is no JSON', '{"token":', ['manifest.json', 'is not JSON']],
    ['has no token', { programs: [honest] }, ['manifest.json', 'field token']],
    ['has no programs', { token: 'HIDDEN_1', programs: [] }, ['manifest.json', 'programs']],
    [
      'has a verdict of another word',
      { token: 'HIDDEN_1', programs: [honest, { ...honest, expect: ['passed'] }] },
      ['programs[1]', 'add.py', 'field expect.0'],
    ],
    [
      'has a limit of no time',
      { token: 'HIDDEN_1', programs: [{ ...honest, wall: -1 }] },
      ['programs[0]', 'field wall'],
    ],
    [
      'has a neighbour that it does not hold',
      { token: 'HIDDEN_1', programs: [{ ...honest, twice: 'during', neighbour: 'gone.py' }] },
      ['add.py', 'field neighbour'],
    ],
    [
      'lists a program at another level',
      { token: 'HIDDEN_1', programs: [{ ...honest, passes_at: 'data' }] },
      ['add.py', 'field passes_at'],
    ],
    [
      'has a file that climbs out of the folder',
      { token: 'HIDDEN_1', programs: [{ ...honest, file: '../../etc/passwd' }] },
      ['field file', 'must be a file name'],
    ],
    [
      'has a call without a test',
      { token: 'HIDDEN_1', programs: [{ ...honest, test: null }] },
      ['add.py', 'field test'],
    ],
    [
      'has a call of nothing',
      { token: 'HIDDEN_1', programs: [{ ...honest, entry: undefined }] },
      ['add.py', 'field entry'],
    ],
    [
      'names a file that is not there',
      { token: 'HIDDEN_1', programs: [{ ...honest, file: 'gone.py' }] },
      ['gone.py', 'does not exist'],
    ],
  ])('that %s is refused with file and field', (_, manifest, words) => {
    write(manifest);
    const { message, code, exitCode } = faultOf();
    for (const word of words) expect(message).toContain(word);
    expect({ code, exitCode }).toEqual({ code: 'BAD_MANIFEST', exitCode: 2 });
  });

  it('is refused when it is a file, is absent, or has no manifest', () => {
    expect(faultOf().message).toContain('manifest.json: does not exist');
    expect(() => readCorpus(join(folder, 'add.py'))).toThrow('is not a folder');
    expect(() => readCorpus(join(folder, 'nowhere'))).toThrow('nowhere: does not exist');
  });
});
