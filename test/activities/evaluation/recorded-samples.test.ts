import { RecordedSamples } from '../../../activities/evaluation/recorded-samples';
import type { EndedAttempt } from '../../../core/ports/records';
import { deferred } from '../../fakes/deferred';

const sample = (position: number): EndedAttempt => ({ position }) as unknown as EndedAttempt;

function recording(record: (ended: readonly EndedAttempt[]) => Promise<void> = async () => {}) {
  const written: number[][] = [];
  const records = new RecordedSamples({
    recordAttempts: async (ended) => {
      written.push(ended.map(({ position }) => position));
      await record(ended);
    },
  });
  const add = (from: number, to: number): void => {
    for (let position = from; position < to; position += 1) records.add(sample(position));
  };
  return { records, written, add };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('graded samples', () => {
  it('are written fifty together as soon as there are fifty, and the rest at the end', async () => {
    const { records, written, add } = recording();
    add(0, 49);
    await Promise.resolve();
    expect(written).toEqual([]);
    add(49, 120);
    await Promise.resolve();
    expect(written[0]).toEqual(range(0, 50));
    expect(await records.written()).toEqual(range(0, 120).map(sample));
    expect(written).toEqual([range(0, 50), range(50, 100), range(100, 120)]);
    await records.written();
    expect(written).toHaveLength(3);
  });

  it('are written in their order, one transaction after the other', async () => {
    const first = deferred();
    const { records, written, add } = recording(([one]) =>
      one?.position === 0 ? first.promise : Promise.resolve(),
    );
    add(0, 100);
    const all = records.written();
    await new Promise(setImmediate);
    expect(written).toHaveLength(1);
    first.resolve();
    expect(await all).toHaveLength(100);
    expect(written).toHaveLength(2);
  });

  it('make the activity fail if one of them could not be written', async () => {
    const { records, add } = recording(([one]) =>
      one?.position === 0 ? Promise.reject(new Error('disk full')) : Promise.resolve(),
    );
    add(0, 60);
    await expect(records.written()).rejects.toThrow('disk full');
  });

  it('are none where nothing was graded', async () => {
    const { records, written } = recording();
    expect([await records.written(), written]).toEqual([[], []]);
  });
});
