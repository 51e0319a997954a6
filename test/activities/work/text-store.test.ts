import { TextStore } from '../../../activities/work/text-store';
import { toldBefore } from '../../../activities/work/heartbeat-details';
import { createMemoryBlobs } from '../../fakes/memory-blobs';

describe('texts of an activity', () => {
  const long = 'word '.repeat(100).trim();

  it('are kept whole, and named by hash and beginning, in order', async () => {
    const texts = new TextStore(createMemoryBlobs());
    const [first, second] = await texts.keepAll([long, 'short']);
    expect(first?.excerpt.length).toBeLessThan(long.length);
    expect(second?.excerpt).toBe('short');
    expect(await texts.read(first?.sha256 ?? '')).toBe(long);
  });

  it('are read by their reference, where there is one', async () => {
    const texts = new TextStore(createMemoryBlobs());
    expect(await texts.readOptional(await texts.keep(long))).toBe(long);
    expect(await texts.readOptional(null)).toBeNull();
  });
});

describe('what an earlier try told', () => {
  const nothing = { progress: null, triedMs: 0, cutOff: 0, underWay: false };

  it.each([
    [undefined, nothing],
    [null, nothing],
    [{ triedMs: 7 }, { ...nothing, triedMs: 7 }],
    [
      { ...nothing, cutOff: 2, underWay: true },
      { ...nothing, cutOff: 2, underWay: true },
    ],
  ])('is completed where it says nothing: %j', (heartbeatDetails, told) => {
    expect(toldBefore({ heartbeatDetails })).toEqual(told);
  });
});
