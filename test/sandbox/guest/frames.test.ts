import { Readable } from 'node:stream';

import { FrameError, encodeFrame, readFrames } from '../../../sandbox/guest/frames';

async function read(chunks: readonly Buffer[], largest = 1000): Promise<readonly unknown[]> {
  const frames: unknown[] = [];
  for await (const frame of readFrames(Readable.from(chunks, { objectMode: true }), largest)) {
    frames.push(frame);
  }
  return frames;
}

describe('frames', () => {
  const values = [{ a: [1, null, 'ü\ud800'] }, 'x'.repeat(300), 7];
  const bytes = Buffer.concat(values.map(encodeFrame));

  it('come out as they went in, however the stream cuts them', async () => {
    for (const size of [1, 2, 3, 5, 100, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(await read(chunks)).toEqual(values);
    }
  });

  it('are refused by their announced size, before anything is collected', async () => {
    await expect(read([Buffer.from([255, 255, 255, 255])])).rejects.toThrow(FrameError);
  });

  it('that are cut off by the end are an error', async () => {
    await expect(read([bytes.subarray(0, bytes.length - 1)])).rejects.toThrow('inside a frame');
  });

  it('that are not JSON are an error', async () => {
    const body = Buffer.from('nonsense');
    const header = Buffer.from([0, 0, 0, body.length]);
    await expect(read([Buffer.concat([header, body])])).rejects.toThrow('not JSON');
  });
});
