import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openLog, readLogTail } from '../../processes/log-file';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

const limit = 20 * 1024 * 1024;

async function opened(path: string): Promise<number> {
  const { handle, offset } = await openLog(path);
  await handle.close();
  return offset;
}

describe('the log of a process', () => {
  it('is its user’s alone, and goes on behind what is there', async () => {
    const path = join(scratchState().logs, 'thing.log');
    expect(await opened(path)).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'before\n');
    expect(await opened(path)).toBe(7);
    expect(readFileSync(path, 'utf8')).toBe('before\n');
  });

  it.each([
    [limit, limit, false],
    [limit + 1, 0, true],
  ])('of %d bytes begins at %d: set aside: %s', async (size, offset, aside) => {
    const path = join(scratchState().root, 'thing.log');
    writeFileSync(path, '');
    truncateSync(path, size);
    expect(await opened(path)).toBe(offset);
    expect(existsSync(`${path}.1`)).toBe(aside);
  });

  it('is quoted from the start of its process on, without control sequences', async () => {
    const path = join(scratchState().root, 'thing.log');
    writeFileSync(path, 'of before\n \u001b[31mred\u001b[0m\u0007\tand\r\nmore \n');
    expect(await readLogTail(path, 10)).toBe('red\tand\nmore');
    expect(await readLogTail(path, 1000)).toBe('');
    expect(await readLogTail(`${path}.none`, 0)).toBe('');
  });

  it('is quoted by its last 16 KiB', async () => {
    const path = join(scratchState().root, 'thing.log');
    writeFileSync(path, `first${'x'.repeat(16_384 - 4)}last`);
    expect(await readLogTail(path, 0)).toBe(`${'x'.repeat(16_384 - 4)}last`);
  });
});
