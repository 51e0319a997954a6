import { checkKey, scopedKey } from '../../../activities/grading/check-key';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { CheckTask } from '../../../core/ports/sandbox';

const task: CheckTask = {
  program: 'def f(x):\n    return x\n',
  trustedSetup: '',
  entryPoint: 'f',
  tests: ['assert f(1) == 1'],
  limits: visibleLimit(),
  seed: 7,
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('what a check is known by', () => {
  const changes: readonly Partial<CheckTask>[] = [
    { program: 'other' },
    { program: bytes('def f(x):\n    return x\n') },
    { trustedSetup: 'import math' },
    { entryPoint: 'g' },
    { tests: ['assert f(2) == 2'] },
    { tests: [] },
    { limits: visibleLimit({ cpuSeconds: 2 }) },
    { seed: 8 },
    { assurance: 'shared' },
  ];

  it.each(changes)('differs with %j', (change) => {
    expect(checkKey({ ...task, ...change }, 's')).not.toBe(checkKey(task, 's'));
  });

  it('differs with the sandbox and with nothing else', () => {
    expect(checkKey(task, 'other')).not.toBe(checkKey(task, 's'));
    expect(checkKey({ ...task, alone: true }, 's')).toBe(checkKey(task, 's'));
  });

  it('is the same whether the usual assurance is asked for or taken for granted', () => {
    expect(checkKey({ ...task, assurance: 'split' }, 's')).toBe(checkKey(task, 's'));
  });

  it('goes by the content of bytes, not by how they are held', () => {
    const key = (program: Uint8Array) => checkKey({ ...task, program }, 's');
    const held = Buffer.from('..x = 1..').subarray(2, 7);
    expect(key(bytes('x = 1'))).toBe(key(held));
    expect(key(bytes('x = 1'))).not.toBe(key(bytes('x = 2')));
    expect(key(Uint8Array.of(0xff))).not.toBe(key(Uint8Array.of(0xfe)));
  });

  it('is another one for every batch that keeps it to itself', () => {
    const key = checkKey(task, 's');
    expect(new Set([key, scopedKey('a', key), scopedKey('b', key)]).size).toBe(3);
    expect(scopedKey('a', key)).toBe(scopedKey('a', key));
  });
});
