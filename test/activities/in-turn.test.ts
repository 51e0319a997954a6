import { InTurn } from '../../activities/in-turn';

describe('works in turn', () => {
  it('begin when the one before has ended, also when that failed', async () => {
    const turns = new InTurn();
    const told: string[] = [];
    let release: () => void = () => undefined;
    const first = turns.run(async () => {
      told.push('first begins');
      await new Promise<void>((resolve) => (release = resolve));
      told.push('first ends');
      throw new Error('broken');
    });
    const second = turns.run(() => {
      told.push('second');
      return Promise.resolve(2);
    });
    await Promise.resolve();
    release();
    await expect(first).rejects.toThrow('broken');
    await expect(second).resolves.toBe(2);
    expect(told).toEqual(['first begins', 'first ends', 'second']);
  });
});
