import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createRepeats, fileSha256 } from '../../../datasets';

describe('createRepeats', () => {
  it('finds every repeated query and no other while its table grows', () => {
    const { isRepeat } = createRepeats();
    const queries = Array.from({ length: 5000 }, (_, number) => `Query ${String(number)}`);
    expect(queries.filter(isRepeat)).toEqual([]);
    expect(queries.filter((query) => !isRepeat(query))).toEqual([]);
    expect(isRepeat('Query 5000')).toBe(false);
    expect(isRepeat('query 1')).toBe(false);
  });
});

describe('fileSha256', () => {
  it('gives the sha256 of the bytes of a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-sha-'));
    try {
      const path = join(folder, 'abc');
      writeFileSync(path, 'abc');
      expect(await fileSha256(path)).toBe(
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      );
      await expect(fileSha256(join(folder, 'none'))).rejects.toMatchObject({
        code: 'BAD_SOURCE_FILE',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
