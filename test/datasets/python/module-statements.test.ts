import { moduleStatements } from '../../../datasets/python/module-statements';

const textsOf = (text: string) =>
  moduleStatements(text).map(({ kind, from, to, sound }) => [kind, text.slice(from, to), sound]);

describe('moduleStatements', () => {
  it('are the statements at the top, each by its kind, comments and blanks aside', () => {
    const text = [
      'import os',
      '# a comment',
      'X = 1',
      '@cache',
      'def f(x):',
      '    return x',
      'class A: pass',
      'assert f(1) == 1',
      'print(f(2))',
      '"words"',
      'if __name__ == "__main__":',
      '    f(3)',
    ].join('\n');
    expect(moduleStatements(text).map(({ kind }) => kind)).toEqual([
      'import',
      'assignment',
      'function',
      'class',
      'assert',
      'call',
      'value',
      'main-guard',
    ]);
    expect(moduleStatements(text).every(({ sound }) => sound)).toBe(true);
  });

  it('say what each binds and uses, names inside a function apart', () => {
    const [imported, assigned, defined] = moduleStatements(
      'from a import b as c, d\nx, (y, z) = c(d)\ndef f(p, q=x):\n    r = p\n    return r + q + y\n',
    );
    expect(imported?.binds).toEqual(['c', 'd']);
    expect(assigned).toMatchObject({ binds: ['x', 'y', 'z'], uses: ['c', 'd'] });
    expect(defined?.binds).toEqual(['f']);
    expect([...(defined?.uses ?? [])].sort()).toEqual(['x', 'y']);
  });

  it.each([
    ['def f(x):\n    """Words."""\n', true],
    ['def f(x):\n    pass\n', true],
    ['def f(x):\n    """Words."""\n    ...\n', true],
    ['def f(x):\n    raise NotImplementedError\n', true],
    ['def f(x):\n    return None\n', false],
  ])('know a stub: %j', (text, stub) => {
    expect(moduleStatements(text)[0]?.stub).toBe(stub);
  });

  it('are not sound where a line is no Python, and stay so around it', () => {
    const read = textsOf('def f():\n    return 1\nHere is how it works\nx = 1\n');
    expect(read[0]).toEqual(['function', 'def f():\n    return 1', true]);
    expect(read.slice(1, -1).some(([, , sound]) => sound === false)).toBe(true);
    expect(read.at(-1)).toEqual(['assignment', 'x = 1', true]);
  });

  it('are none of a text that nobody wrote', () => {
    expect(moduleStatements('x = 1\n'.repeat(200_000))).toEqual([]);
    expect(moduleStatements('')).toEqual([]);
  });
});
