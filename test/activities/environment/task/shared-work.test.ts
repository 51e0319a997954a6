import { SharedWork } from '../../../../activities/environment/task/shared-work';

describe('work that several ask for', () => {
  it('is done once, and again when it is asked for later', async () => {
    const shared = new SharedWork<number>();
    let count = 0;
    const work = (): Promise<number> => Promise.resolve((count += 1));
    expect(await Promise.all([shared.of('a', work), shared.of('a', work)])).toEqual([1, 1]);
    expect(await shared.of('a', work)).toBe(2);
  });

  it('goes on while one still waits, and is ended when nobody does', async () => {
    const shared = new SharedWork<string>();
    const [one, two] = [new AbortController(), new AbortController()];
    let ended: AbortSignal | null = null;
    const work = (signal: AbortSignal): Promise<string> => {
      ended = signal;
      return new Promise(() => undefined);
    };
    const first = shared.of('a', work, one.signal);
    const second = shared.of('a', work, two.signal);
    one.abort();
    await expect(first).rejects.toThrow();
    expect(ended).toMatchObject({ aborted: false });
    two.abort();
    await expect(second).rejects.toThrow();
    expect(ended).toMatchObject({ aborted: true });
  });

  it('fails for all who wait, and is tried again', async () => {
    const shared = new SharedWork<number>();
    const fails = (): Promise<number> => Promise.reject(new Error('no'));
    const asked = [shared.of('a', fails), shared.of('a', fails)];
    for (const one of asked) await expect(one).rejects.toThrow('no');
    expect(await shared.of('a', () => Promise.resolve(3))).toBe(3);
  });
});
