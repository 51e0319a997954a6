import { encodeFrame, FrameError, frameHead } from '../../../repositories/package-index/frames';

const request = { id: 1, kind: 'request', method: 'GET', path: '/a', headers: { a: 'b' } } as const;
const framed = (head: unknown): Buffer => encodeFrame(head as never);

test('a head is read as it was written, whatever follows it', () => {
  expect(frameHead(encodeFrame(request))).toEqual(request);
  expect(frameHead(encodeFrame(request, Buffer.from('body')))).toEqual(request);
  expect(frameHead(framed({ id: 0, kind: 'cancel' }))).toEqual({ id: 0, kind: 'cancel' });
  const inside = Buffer.concat([Buffer.from('xx'), encodeFrame(request)]);
  expect(frameHead(inside.subarray(2))).toEqual(request);
});

test('a head has 64 KiB at most, and is not longer than its frame', () => {
  const headOf = (bytes: number): Buffer => {
    const head = { id: 1, kind: 'cancel', path: '' };
    const path = 'a'.repeat(bytes - JSON.stringify(head).length);
    return framed({ ...head, path });
  };
  expect(frameHead(headOf(64 * 1024)).id).toBe(1);
  const whole = encodeFrame(request);
  for (const frame of [headOf(64 * 1024 + 1), whole.subarray(0, -1), whole.subarray(0, 3)]) {
    expect(() => frameHead(frame)).toThrow('a head that is too long');
  }
});

test.each([
  [null, 'says nothing known'],
  [{ ...request, id: 1.5 }, 'says nothing known'],
  [{ ...request, id: undefined }, 'says nothing known'],
  [{ ...request, kind: 'data' }, 'says nothing known'],
  [{ ...request, method: 1 }, 'without method, path or headers'],
  [{ ...request, path: undefined }, 'without method, path or headers'],
  [{ ...request, headers: undefined }, 'without method, path or headers'],
  [{ ...request, headers: { a: 1 } }, 'without method, path or headers'],
])('a relay may not say %j', (head, words) => {
  expect(() => frameHead(framed(head))).toThrow(FrameError);
  expect(() => frameHead(framed(head))).toThrow(words);
});

test('a head that is not JSON is refused', () => {
  const frame = Buffer.from([0, 0, 0, 1, 0x7b]);
  expect(() => frameHead(frame)).toThrow('a head that is no JSON');
});
