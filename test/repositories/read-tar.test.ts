import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { readTar } from '../../repositories';
import { encodeTar } from '../../repositories/tar';

const limits = { fileBytes: 2_000, totalBytes: 3_000 };

async function filesOf(
  bytes: Buffer,
  wanted: (path: string) => boolean = () => true,
): Promise<readonly (readonly [string, string | null])[]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 700) }, (_, at) =>
    bytes.subarray(at * 700, (at + 1) * 700),
  );
  const found: [string, string | null][] = [];
  for await (const { path, content } of readTar(Readable.from(pieces), wanted, limits)) {
    found.push([path, content?.toString() ?? null]);
  }
  return found;
}

const file = (path: string, text: string) => ({
  ...{ path, executable: false, content: Buffer.from(text) },
  kind: 'file' as const,
});

describe('a tar that is read', () => {
  it('gives the files that were put into it, long and foreign names too', async () => {
    const long = `${'folder/'.repeat(20)}über.py`;
    const entries = [
      ...[file('a.py', 'x = 1\n'), file('empty', ''), file(long, 'y')],
      { path: 'link', kind: 'link' as const, target: 'a.py' },
    ];
    const found = await filesOf(Buffer.concat([...encodeTar(entries)]));
    expect(found).toEqual([
      ['a.py', 'x = 1\n'],
      ['empty', ''],
      [long, 'y'],
    ]);
  });

  it('names files that are too large, too many or not wanted, without their content', async () => {
    const entries = ['a', 'b', 'c', 'd'].map((name) =>
      file(name, name.repeat(name === 'a' ? 2_001 : 1_600)),
    );
    const found = await filesOf(Buffer.concat([...encodeTar(entries)]), (path) => path !== 'b');
    expect(found.map(([path, text]) => [path, text?.length ?? null])).toEqual([
      ...[
        ['a', null],
        ['b', null],
        ['c', 1_600],
        ['d', null],
      ],
    ]);
  });

  it('may come from another program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-tar-'));
    try {
      const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
      mkdirSync(deep, { recursive: true });
      writeFileSync(join(deep, 'f.txt'), 'text');
      const made = execFileSync('tar', ['-c', '-f', '-', '-C', folder, '.']);
      const found = await filesOf(made);
      expect(found).toEqual([[`./${'x'.repeat(60)}/${'y'.repeat(60)}/f.txt`, 'text']]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
