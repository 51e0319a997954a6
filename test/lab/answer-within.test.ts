import { answerWithin } from '../../lab/answer-within';

const timers = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('an answer with a time limit', () => {
  it('is the answer, or null when it takes longer', async () => {
    expect(await answerWithin(Promise.resolve(7), 60_000)).toBe(7);
    expect(await answerWithin(new Promise<number>(() => undefined), 1)).toBeNull();
    await expect(answerWithin(Promise.reject(new Error('no')), 60_000)).rejects.toThrow('no');
  });

  it('leaves no timer behind that would keep the process alive', async () => {
    const before = timers();
    await answerWithin(Promise.resolve(7), 60_000);
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
