import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { deferred } from '../fakes/deferred';
import { oncePerRun } from './once-per-run';

describe('a value that is made once per run', () => {
  const before = process.env['ESPALIER_TEST_RUN'];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-once-'));
    process.env['ESPALIER_TEST_RUN'] = folder;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['ESPALIER_TEST_RUN'];
    else process.env['ESPALIER_TEST_RUN'] = before;
    rmSync(folder, { recursive: true, force: true });
  });

  const never = (): Promise<never> => Promise.reject(new Error('made twice'));

  it('is made by the first who asks, and told to all', async () => {
    const { promise, resolve } = deferred();
    const first = oncePerRun('n', async () => {
      await promise;
      return { made: 1 };
    });
    const second = oncePerRun('n', never);
    resolve();
    expect(await Promise.all([first, second])).toEqual([{ made: 1 }, { made: 1 }]);
    expect(await oncePerRun('other', async () => 2)).toBe(2);
  });

  it('fails for all when it cannot be made', async () => {
    const fails = (): Promise<never> => Promise.reject(new Error('no disk'));
    await expect(oncePerRun('n', fails)).rejects.toThrow('n: Error: no disk');
    await expect(oncePerRun('n', never)).rejects.toThrow('n: Error: no disk');
  });

  it('fails at once when its maker has ended without making it', async () => {
    await oncePerRun('n', async () => 1);
    const [value = ''] = readdirSync(folder).filter((name) => !name.endsWith('.owner'));
    rmSync(join(folder, value));
    const ended = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' });
    writeFileSync(join(folder, `${value}.owner`), ended.trim());
    await expect(oncePerRun('n', never)).rejects.toThrow(
      `n: its maker, process ${ended.trim()}, ended without making it`,
    );
  });
});
