import { steadyEnd, steadyWords } from '../../../core/code-feedback/steady-words';

const told = (text: string) =>
  steadyWords({
    ...{ end: 'finished', parts: [{ kind: 'stdout', text }], blockMs: 20_000 },
    ...{ artefacts: [], rebuilt: null },
  });

describe('the words of a block that runs again', () => {
  it.each([
    ['<__main__.Node object at 0x7f3a5c0d1e80>', '<__main__.Node object at 0x…>'],
    ['<frame at 0x55d0c8, file x.py>', '<frame at 0x…, file x.py>'],
  ])('do not have the address of an object: %s', (stdout, words) => {
    expect(told(stdout)).toContain(words);
  });

  it.each(['0xdeadbeef', 'the byte at 0x00ff00ff is 3', "hex(3735928559) == '0xdeadbeef'"])(
    'keep other numbers in base 16: %s',
    (stdout) => {
      expect(told(stdout)).toContain(stdout);
    },
  );

  it('do not say where an endless program was stopped', () => {
    expect(steadyEnd({ end: 'interrupted' })).toBe('interrupted');
    expect(steadyEnd({ end: 'lost', cause: 'time' })).toBe('interrupted');
    expect(steadyEnd({ end: 'lost', cause: 'memory' })).toBe('lost');
  });
});
