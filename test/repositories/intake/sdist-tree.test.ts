import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';

import { readSdistTree } from '../../../repositories/intake/sdist-tree';
import {
  defaultLimits,
  type IntakeLimits,
  type SnapshotEntry,
} from '../../../repositories/intake/snapshot';
import { encodeTar } from '../../../repositories/tar';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sdist-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const file = (place: string, content: string, executable = false): SnapshotEntry => {
  return { kind: 'file', path: place, executable, content: Buffer.from(content) };
};

function read(entries: readonly SnapshotEntry[], limits: Partial<IntakeLimits> = {}) {
  const archive = path.join(folder, 'a.tar.gz');
  writeFileSync(archive, gzipSync(Buffer.concat([...encodeTar(entries)])));
  return readSdistTree(archive, { ...defaultLimits, ...limits });
}

describe('a source distribution', () => {
  it('has its files with their mode, and the links between them, without the folder around', async () => {
    const { entries, named } = await read([
      file('a-1.0/a.py', 'x'),
      file('a-1.0/run', 'y', true),
      { kind: 'link', path: 'a-1.0/link.py', target: 'a.py' },
      file('a-1.0', 'the folder as a file'),
    ]);
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        file('a.py', 'x'),
        file('run', 'y', true),
        { kind: 'link', path: 'link.py', target: 'a.py' },
      ]),
    );
    expect(Object.values(named).flat()).toEqual([]);
  });

  it('may be as large as its limits, and no larger', async () => {
    const two = [file('a/a', '12345'), file('a/b', '123456')];
    const { entries, named } = await read(two, { mostFileBytes: 5 });
    expect(entries).toEqual([file('a', '12345')]);
    expect(named.leftOut).toEqual([{ path: 'b', why: '6 bytes' }]);
    expect((await read(two, { mostFiles: 2 })).entries).toHaveLength(2);
    await expect(read(two, { mostFiles: 1 })).rejects.toMatchObject({
      ...{ status: 'too_large', message: 'more than 1 files' },
    });
  });

  it('with one path twice is refused, and says which', async () => {
    await expect(read([file('a/x.py', '1'), file('b/x.py', '2')])).rejects.toMatchObject({
      ...{ status: 'sdist_failed', message: 'the archive holds x.py twice' },
    });
  });

  it('that is no archive says so, and is not tried again', async () => {
    const archive = path.join(folder, 'b.tar.gz');
    writeFileSync(archive, 'words');
    await expect(readSdistTree(archive, defaultLimits)).rejects.toMatchObject({
      ...{ status: 'sdist_failed', retryable: false },
      message: expect.stringMatching(/^cannot be unpacked: ./) as string,
    });
  });
});
