import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openStore } from '../../store';
import { untilExchanged } from '../../workers/store-exchange';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

/** Returns what a worker hears about its open store after something was done to the store. */
async function heard(
  hand: (path: string) => Promise<void> | void,
  withinMs = 30_000,
): Promise<string> {
  const path = join(scratchState().root, 'store.sqlite');
  const store = await openStore({ path });
  const { exchanged, stop } = untilExchanged(path);
  try {
    await hand(path);
    return await Promise.race([
      exchanged.catch((error: { code: string }) => error.code),
      sleep(withinMs, 'nothing', { ref: false }),
    ]);
  } finally {
    stop();
    await store.close();
  }
}

describe('an open store', () => {
  it('is told to be exchanged when another file lies in its place', async () => {
    const moved = (path: string): void => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    };
    expect(await heard(moved)).toBe('STORE_EXCHANGED');
  });

  it('is told to be exchanged when a copy is written into its file', async () => {
    const writtenOver = (path: string): void => {
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    };
    expect(await heard(writtenOver)).toBe('STORE_EXCHANGED');
  });

  it('is the same while others open it, write and close it', async () => {
    const used = async (path: string): Promise<void> => {
      const other = await openStore({ path });
      await other.blobs.put('x'.repeat(100_000));
      await other.close();
    };
    const aLookAndAHalfMs = 3_000;
    expect(await heard(used, aLookAndAHalfMs)).toBe('nothing');
  });
});
