import { spawnSync } from 'node:child_process';

import { pickledText } from '../../datasets/pickled-text';

/** What Python makes of an expression. */
function pickled(expression: string, protocol: number): Buffer {
  const source = `import pickle, sys; sys.stdout.buffer.write(pickle.dumps(${expression}, ${String(protocol)}))`;
  const { stdout, status } = spawnSync('python3', ['-I', '-c', source], { maxBuffer: 1 << 24 });
  if (status !== 0) throw new Error('python3 does not run');
  return stdout;
}

describe('the text in a pickle of Python', () => {
  const texts = {
    '""': '',
    '"[1, 2]"': '[1, 2]',
    '"ä€𝄞\\n" * 200': 'ä€𝄞\n'.repeat(200),
    '"x" * 300000': 'x'.repeat(300_000),
  };

  it.each([2, 3, 4, 5])('is read as Python wrote it, by protocol %d', (protocol) => {
    for (const [expression, text] of Object.entries(texts)) {
      expect(pickledText(pickled(expression, protocol)) === text).toBe(true);
    }
  });

  it.each(['["a"]', '("a", "b")', '1', 'None', 'b"a"', '{"a": "b"}', 'print', 'slice("a")'])(
    'is not there in a pickle of %s',
    (expression) => {
      for (const protocol of [2, 4]) {
        expect(pickledText(pickled(expression, protocol))).toBeNull();
      }
    },
  );

  it('is no instruction: what a pickle would call is not called', () => {
    const calls = Buffer.from("cos\nsystem\n(S'true'\ntR.", 'latin1');
    expect(pickledText(calls)).toBeNull();
  });

  it('is not there where bytes are missing, follow its end, or are no text', () => {
    const whole = pickled('"abcdef"', 4);
    for (let length = 0; length < whole.length; length += 1) {
      expect(pickledText(whole.subarray(0, length))).toBeNull();
    }
    expect(pickledText(Buffer.concat([whole, Buffer.from('.')]))).toBeNull();
    expect(pickledText(Buffer.from([0x80, 4, 0x8c, 1, 0xff, 0x2e]))).toBeNull();
    expect(pickledText(Buffer.from([0x80, 4, 0x8c, 1, 0x61, 0x8c, 1, 0x61, 0x2e]))).toBeNull();
  });
});
