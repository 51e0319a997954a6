import type { Sandbox } from '../../../core/adapters/sandbox';
import { limits, task } from '../tasks';

const test = 'assert add("é", "") == "é"';

/** Source files as bytes: what a first line or a mark says about their encoding counts, as for an interpreter. */
export function describeSourceBytes(open: () => Sandbox): void {
  it.each([
    ['with a byte-order mark', Buffer.from('\ufeffdef add(a, b):\n    return "é"\n')],
    [
      'in the encoding that its first line names',
      Buffer.from('# -*- coding: latin-1 -*-\ndef add(a, b):\n    return "é"\n', 'latin1'),
    ],
    ['with other line ends', Buffer.from('def add(a, b):\r\n    return "é"\r\n')],
  ])('%s are understood, in tests and as a script', async (_, program) => {
    for (const assurance of ['data', 'objects', 'shared'] as const) {
      const { outcomes } = await open().check(task('', [test], { program, assurance }));
      expect(outcomes).toMatchObject([{ kind: 'passed', assurance }]);
    }
    const print = Buffer.concat([program, Buffer.from('print(add(1, 2))\n')]);
    const { stdout } = await open().run({ program: print, limits, seed: 0 });
    expect(stdout.text).toBe('é\n');
  });

  it('that are no text at all are the program’s own error', async () => {
    const program = Buffer.from([0x64, 0x65, 0x66, 0xff, 0xfe]);
    const { outcomes } = await open().check(task('', [test], { program }));
    expect(outcomes).toMatchObject([{ kind: 'raised' }]);
    const { end } = await open().run({ program, limits, seed: 0 });
    expect(end).toEqual({ kind: 'exited', code: 1 });
  });

  it('of a script come back as they were printed, and what is no text is marked', async () => {
    const program = 'import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n';
    const stdin = Buffer.from([0x68, 0x69, 0xff, 0x0a]);
    const { stdout } = await open().run({ program, stdin, limits, seed: 0 });
    expect(stdout).toEqual({ text: 'hi\ufffd\n', bytes: 4, truncated: false });
  });
}
