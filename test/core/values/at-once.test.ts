import { setTimeout as sleep } from 'node:timers/promises';

import { atOnce } from '../../../core/values/at-once';

describe('work on several things at once', () => {
  it('answers in the order of its items, whichever is ready first', async () => {
    const results = await atOnce([30, 1, 10], 3, async (ms, index) => {
      await sleep(ms);
      return `${index}: ${ms}`;
    });
    expect(results).toEqual(['0: 30', '1: 1', '2: 10']);
  });

  it('starts in order, never more than so many at a time', async () => {
    const started: number[] = [];
    let inside = 0;
    let most = 0;
    await atOnce(Array(20).keys(), 3, async (item) => {
      started.push(item);
      inside += 1;
      most = Math.max(most, inside);
      await sleep(item % 4);
      inside -= 1;
    });
    expect(started).toEqual([...Array(20).keys()]);
    expect(most).toBe(3);
  });

  it('takes an item that is undefined, and a width below 1 as 1', async () => {
    const seen: unknown[] = [];
    await atOnce([undefined, null, 3], 0, async (item) => {
      seen.push(item);
    });
    expect(seen).toEqual([undefined, null, 3]);
  });

  it('starts nothing more after a failure, and waits for what is under way', async () => {
    const done: number[] = [];
    const work = atOnce([0, 1, 2, 3, 4], 2, async (item) => {
      if (item === 1) throw new Error('item 1');
      await sleep(20);
      done.push(item);
    });
    await expect(work).rejects.toThrow('item 1');
    expect(done).toEqual([0]);
  });

  it('throws the first of several failures', async () => {
    const work = atOnce([30, 10], 2, async (ms) => {
      await sleep(ms);
      throw new Error(String(ms));
    });
    await expect(work).rejects.toThrow('10');
  });

  it('has nothing to do for nothing', async () => {
    expect(await atOnce([], 2, () => Promise.reject(new Error('no')))).toEqual([]);
  });
});
