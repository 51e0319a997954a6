import type { PlacedSample } from '../../core/evaluation/sample';
import { samplesTogether } from '../../core/evaluation/samples-together';
import { keepSamples, samplesAt } from '../../store';
import { createMemoryBlobs } from '../fakes/memory-blobs';

const sampleAt = (place: number): PlacedSample => ({
  problem: `P/${String(place)}`,
  sample: 0,
  form: 'solution',
  text: `program ${String(place)}`,
  row: `{"place":${String(place)}}`,
  place,
});

const count = 2 * samplesTogether + 1;
const samples = Array.from({ length: count }, (_, place) => sampleAt(place));

describe('the samples of an evaluation', () => {
  it.each([
    [0, 1],
    [0, samplesTogether],
    [1, samplesTogether],
    [samplesTogether, 2 * samplesTogether],
    [samplesTogether + 1, samplesTogether + 2],
    [count - 1, count],
  ])('are read at their positions, of one page: from %d to %d', async (from, to) => {
    const blobs = createMemoryBlobs();
    const pages = await keepSamples(blobs, samples);
    expect(await samplesAt(blobs, pages, { from, to })).toEqual(samples.slice(from, to));
  });

  it('are none behind the last page', async () => {
    const blobs = createMemoryBlobs();
    const pages = await keepSamples(blobs, samples);
    const from = 3 * samplesTogether;
    await expect(samplesAt(blobs, pages, { from, to: from + 1 })).rejects.toThrow(RangeError);
  });

  it('are the same list however often they are kept', async () => {
    const blobs = createMemoryBlobs();
    expect(await keepSamples(blobs, samples)).toBe(await keepSamples(blobs, samples));
    expect(await keepSamples(blobs, samples.slice(1))).not.toBe(await keepSamples(blobs, samples));
  });
});
