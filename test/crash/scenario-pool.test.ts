import { deferred } from '../fakes/deferred';
import { ScenarioPool } from './scenario-pool';

describe('a pool of scenarios', () => {
  it('runs so many at a time, in the order in which they were added', async () => {
    const pool = new ScenarioPool(2);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const add = (name: string): Promise<string> =>
      pool.add(async () => {
        started.push(name);
        const { promise, resolve } = deferred();
        ends.set(name, resolve);
        await promise;
        return name;
      });
    const [first, ...others] = ['a', 'b', 'c', 'd'].map(add);
    expect(started).toEqual(['a', 'b']);
    ends.get('a')?.();
    expect(await first).toBe('a');
    expect(started).toEqual(['a', 'b', 'c']);
    for (const name of ['b', 'c']) ends.get(name)?.();
    await Promise.all(others.slice(0, 2));
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    ends.get('d')?.();
    expect(await others[2]).toBe('d');
  });

  it('gives no place of a waiting piece to one that is added later', async () => {
    const pool = new ScenarioPool(1);
    const [inside, most] = [new Set<string>(), [] as number[]];
    const add = (name: string): Promise<void> =>
      pool.add(async () => {
        inside.add(name);
        most.push(inside.size);
        await new Promise(setImmediate);
        inside.delete(name);
      });
    let later: Promise<void> | undefined;
    const first = pool.add(async () => {
      // Adds a piece after the place is given away and before the waiting piece goes on.
      queueMicrotask(() => {
        queueMicrotask(() => {
          later = add('later');
        });
      });
    });
    await Promise.all([first, add('waiting')]);
    await later;
    expect(Math.max(...most)).toBe(1);
  });

  it('goes on after a piece that fails', async () => {
    const pool = new ScenarioPool(1);
    const failing = pool.add(() => Promise.reject(new Error('no')));
    const next = pool.add(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
