import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { requireKey } from '../../../lab/planning/require-key';

describe('the key for an endpoint', () => {
  it('is that of the settings', () => {
    expect(requireKey(readSettings({ OPENAI_API_KEY: 'sk-1' }), 'gpt-x')).toBe('sk-1');
  });

  it('is asked for when there is none', () => {
    expect(() => requireKey(readSettings({}), 'gpt-x')).toThrow(
      expect.objectContaining({
        code: 'NO_API_KEY',
        message: '--model gpt-x needs an endpoint and a key',
      }) as Error,
    );
  });

  it('is not asked for when its file cannot be used: that is what is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'key-'));
    try {
      const file = join(folder, 'key');
      writeFileSync(file, 'sk-1', { mode: 0o644 });
      expect(() => requireKey(readSettings({ OPENAI_API_KEY_FILE: file }), 'gpt-x')).toThrow(
        expect.objectContaining({ code: 'BAD_KEY_FILE' }) as Error,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
