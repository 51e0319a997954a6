import { ModelQuotaError } from '../../../../llm';
import { hourMs, minuteMs, playedBatches, windowBed } from './window-bed';
import type { WindowBed } from './window-bed';

let bed: WindowBed;
beforeEach(async () => {
  bed = await windowBed();
});
afterEach(() => bed.dispose());

describe('the age of a batch', () => {
  it('counts from its submission, not from its reservation', async () => {
    const paused = new ModelQuotaError({ endpoint: 'e', model: 'm', words: 'no credit' });
    const refusing = playedBatches({ submit: () => Promise.reject(paused) });
    await expect(bed.advance(refusing.batches)).rejects.toThrow('no credit');
    const { batches, asked } = playedBatches();
    await bed.advance(batches, 70 * hourMs);
    await bed.advance(batches, 5 * minuteMs);
    expect(asked).toEqual(['find', 'submit', 'look']);
    expect((await bed.stored())[0]).toMatchObject({ state: 'submitted' });
  });

  it('ends it after a long outage, and it is cancelled', async () => {
    const { batches, asked } = playedBatches();
    await bed.advance(batches);
    await bed.advance(batches, 40 * hourMs);
    expect(asked).toEqual(['submit', 'look', 'cancel']);
    const [batch] = await bed.stored();
    expect(batch).toMatchObject({ state: 'ended', trouble: 'it did not end in time' });
  });
});

describe('a look at an open batch', () => {
  it('does not read its requests', async () => {
    const { batches } = playedBatches();
    await bed.advance(batches);
    const before = bed.read.length;
    await bed.advance(batches, minuteMs);
    expect(bed.read).toHaveLength(before);
  });
});
