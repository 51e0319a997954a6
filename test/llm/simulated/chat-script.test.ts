import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadChatScript } from '../../../llm/simulated/chat-script';

describe('a chat script', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-script-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const written = (text: string): string => {
    const file = join(folder, 'script.json');
    writeFileSync(file, text);
    return file;
  };

  it('is read with the hash of its file', async () => {
    const file = written('{"turns": [{"say": " hi ", "replies": ["hello", {"code": "1"}]}]}');
    expect(await loadChatScript(file)).toEqual({
      turns: [{ say: 'hi', replies: ['hello', { text: '', code: '1' }] }],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it.each([
    ['{', 'JSON'],
    ['{"turns": []}', 'turns'],
    ['{"turns": [{"say": "x", "replies": "y"}]}', 'turns.0.replies'],
  ])('that reads %s is refused with the place', async (text, place) => {
    await expect(loadChatScript(written(text))).rejects.toMatchObject({
      code: 'CHAT_SCRIPT_MALFORMED',
      message: expect.stringContaining(place) as string,
    });
  });

  it('that is not there is refused', async () => {
    await expect(loadChatScript(join(folder, 'none.json'))).rejects.toMatchObject({
      code: 'CHAT_SCRIPT_UNREADABLE',
    });
  });
});
