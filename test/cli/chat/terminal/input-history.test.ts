import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  keptHistory,
  readHistory,
  writeHistory,
} from '../../../../cli/chat/terminal/input-history';

describe('what was typed before', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'history-'));
    file = join(folder, 'chat-history');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('comes back in order, lines of several rows too', async () => {
    await writeHistory(file, ['old', 'x']);
    await writeHistory(file, ['two\nrows', 'one']);
    expect(await readHistory(file)).toEqual(['two\nrows', 'one']);
  });

  it('is for its owner alone, and nothing is left beside it', async () => {
    await writeHistory(file, ['one']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['chat-history']);
  });

  it('has the newest thousand lines, and none that is too long', async () => {
    const lines = Array.from({ length: keptHistory + 1 }, (_, nth) => String(nth));
    await writeHistory(file, ['x'.repeat(4_001), 'y'.repeat(4_000), ...lines]);
    const kept = await readHistory(file);
    expect(kept).toHaveLength(1_000);
    expect([kept[0]?.charAt(0), kept[1], kept.at(-1)]).toEqual(['y', '0', '998']);
  });

  it('is null if there is no file, or a file of somebody else', async () => {
    expect(await readHistory(file)).toEqual([]);
    writeFileSync(file, 'not JSON\n');
    expect(await readHistory(file)).toEqual([]);
    writeFileSync(file, '"one"\n2\n\n"three"\n');
    expect(await readHistory(file)).toEqual(['one', 'three']);
  });

  it('is not kept, and troubles nobody, where no file can be', async () => {
    await expect(writeHistory(join(folder, 'none', 'file'), ['one'])).resolves.toBeUndefined();
  });
});
