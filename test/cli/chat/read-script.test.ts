import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readScript } from '../../../cli/chat/read-script';

describe('a script', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'script-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const script = (text: string): Promise<readonly string[]> => {
    const path = join(folder, 'script.json');
    writeFileSync(path, text);
    return readScript(path);
  };

  it('types what its turns say, in order', async () => {
    const turns = [{ say: 'one', replies: ['1'] }, { say: 'two' }];
    expect(await script(JSON.stringify({ turns }))).toEqual(['one', 'two']);
  });

  it.each(['{"turns": []}', '{"turns": [{}]}', '{}', 'no JSON'])('is not %j', async (text) => {
    await expect(script(text)).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringContaining('script.json cannot be read: ') as string,
    });
  });

  it('is a file', async () => {
    for (const path of [join(folder, 'none'), folder]) {
      await expect(readScript(path)).rejects.toMatchObject({ code: 'BAD_FILE' });
    }
  });
});
