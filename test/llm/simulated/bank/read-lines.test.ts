import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { readLines } from '../../../../llm/simulated/bank/read-lines';

const folder = mkdtempSync(join(tmpdir(), 'espalier-lines-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function linesOf(content: string | Buffer) {
  const file = join(folder, 'file');
  writeFileSync(file, content);
  const [hash, lines] = [createHash('sha256'), [] as string[]];
  for await (const { number, text } of readLines(file, hash)) {
    lines.push(`${String(number)} ${text}`);
  }
  expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
  return lines;
}

const mark = '\uFEFF';

describe('the lines of a file', () => {
  it.each([
    ['', []],
    ['a\nb\n', ['1 a', '2 b']],
    ['a\n\n \nb', ['1 a', '4 b']],
    [`${mark}a\n${mark}b`, ['1 a', `2 ${mark}b`]],
    [`${mark}a`, ['1 a']],
  ])('%j', async (content, lines) => {
    expect(await linesOf(content)).toEqual(lines);
    if (content !== '') expect(await linesOf(gzipSync(content))).toEqual(lines);
  });

  it('are none of a file that is not there', async () => {
    const lines = readLines(join(folder, 'none'), createHash('sha256'));
    await expect(lines.next()).rejects.toMatchObject({ exitCode: 2 });
  });
});
