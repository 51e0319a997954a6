import { atOnce } from '../../../sandbox/trials/at-once';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('work on many items', () => {
  it('gives the results in the order of the items, however long each takes', async () => {
    const results = await atOnce([30, 1, 10], 3, async (ms) => {
      await pause(ms);
      return ms * 2;
    });
    expect(results).toEqual([60, 2, 20]);
  });

  it('never has more under way than it may', async () => {
    let now = 0;
    let most = 0;
    await atOnce([1, 2, 3, 4, 5, 6, 7], 2, async () => {
      most = Math.max(most, ++now);
      await pause(2);
      now -= 1;
    });
    expect(most).toBe(2);
  });

  it('starts nothing more after an error, and tells it once what runs has ended', async () => {
    const started: number[] = [];
    let ended = 0;
    const work = atOnce([0, 1, 2, 3, 4, 5], 2, async (item) => {
      started.push(item);
      if (item === 0) throw new Error('no more');
      await pause(5);
      ended += 1;
    });
    await expect(work).rejects.toThrow('no more');
    expect({ started, ended }).toEqual({ started: [0, 1], ended: 1 });
  });

  it('has nothing to do without items', async () => {
    expect(await atOnce([], 4, () => Promise.reject(new Error('never')))).toEqual([]);
  });
});
