import { Mutex } from '../../../workflows/work/mutex';
import { deferred } from '../../fakes/deferred';

describe('the order of critical sections', () => {
  it('lets one run at a time, however many wait', async () => {
    const order = new Mutex();
    const log: string[] = [];
    const gates = [deferred(), deferred(), deferred()];
    const ends = gates.map((gate, place) =>
      order.run(async () => {
        log.push(`in ${String(place)}`);
        await gate.promise;
        log.push(`out ${String(place)}`);
      }),
    );
    for (const gate of gates.toReversed()) gate.resolve();
    await Promise.all(ends);
    expect(log).toEqual(['in 0', 'out 0', 'in 1', 'out 1', 'in 2', 'out 2']);
  });

  it('tells a failure to its caller and goes on with the next', async () => {
    const order = new Mutex();
    const failing = order.run(() => Promise.reject(new Error('no')));
    const next = order.run(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
