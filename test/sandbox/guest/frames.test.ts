import { FrameError, FrameReader, encodeFrame } from '../../../sandbox/guest/frames';
import { cpuMsSince } from '../../harness/cpu-time';

function read(chunks: readonly Buffer[], largest = 1000) {
  const reader = new FrameReader(largest);
  const frames: unknown[] = [];
  for (const chunk of chunks) reader.push(chunk, (value) => frames.push(value));
  return { frames, complete: reader.complete };
}

function cut(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('frames', () => {
  const values = [{ a: [1, null, 'ü\ud800'] }, 'x'.repeat(300), 7];
  const bytes = Buffer.concat(values.map(encodeFrame));

  it('come out as they went in, however the stream cuts them', () => {
    for (const size of [1, 2, 3, 5, 100, bytes.length]) {
      expect(read(cut(bytes, size))).toEqual({ frames: values, complete: true });
    }
  });

  it('are refused by their announced size, before anything is collected', () => {
    expect(() => read([Buffer.from([255, 255, 255, 255])])).toThrow(FrameError);
    expect(() => read([Buffer.from([0, 0, 4]), Buffer.from([0])])).toThrow('a frame of 1024 bytes');
  });

  it('that are cut off, in a header or a body, leave the stream incomplete', () => {
    expect(read([bytes.subarray(0, bytes.length - 1)]).complete).toBe(false);
    expect(read([encodeFrame(7).subarray(0, 2)]).complete).toBe(false);
    expect(read([Buffer.from([0, 0, 0, 9])]).complete).toBe(false);
  });

  it('that are not JSON, or empty, are an error', () => {
    const body = Buffer.from('nonsense');
    const header = Buffer.from([0, 0, 0, body.length]);
    expect(() => read([Buffer.concat([header, body])])).toThrow('not JSON');
    expect(() => read([Buffer.alloc(4), encodeFrame(1)])).toThrow('not JSON');
  });

  it('of many megabytes in many chunks cost their size, not its square', () => {
    const large = encodeFrame('x'.repeat(32 << 20));
    const chunks = cut(large, 16 << 10);
    const started = process.cpuUsage();
    expect(read(chunks, 64 << 20).frames).toHaveLength(1);
    expect(cpuMsSince(started)).toBeLessThan(2_000);
  });
});
