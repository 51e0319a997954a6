import {
  calledNames,
  definesFunction,
  definitionsOf,
  docstringsOf,
  isLiteral,
  literalCall,
  parsesAsPython,
} from '../../../datasets/python/python-syntax';
import { cpuMsSince } from '../../harness/cpu-time';

describe('parsesAsPython', () => {
  it.each([
    'def f(x):\n    return x\n',
    'async def f(): pass',
    'a = 1.\nb = 2.*3\n',
    'def g():\n    yield\n',
    'h = (lambda: (yield))\n',
    'if x:\n    pass\n          ',
    '    return x',
    "s = 'it is'\n",
    'match x:\n    case 1: pass\n',
    "f'{x!r:>{width}}'",
    '',
  ])('takes %j', (text) => {
    expect(parsesAsPython(text)).toBe(true);
  });

  it.each([
    'Here is the function you asked for.',
    "I'm sorry, but I cannot help with that.",
    'def f(:\n    pass',
    'x = (1',
    "x = 'abc\ny = 1\n",
    "return 'Yes'\n'\n",
    '"""never closed\n',
    '```python\nx = 1\n```',
  ])('refuses %j', (text) => {
    expect(parsesAsPython(text)).toBe(false);
  });

  it('refuses texts over 1,000,000 characters at once', () => {
    const startedAt = process.cpuUsage();
    expect(parsesAsPython('x = 1\n'.repeat(5_000_000))).toBe(false);
    expect(cpuMsSince(startedAt)).toBeLessThan(1_000);
  });
});

describe('definesFunction', () => {
  it.each([
    'def f(): pass',
    'async def f(): pass',
    '@cache\ndef f(): pass',
    'class f: pass',
    'f = lambda x: x',
    'f: Callable = g',
    'g = f = h',
    'f, g = 1, 2',
    '(f, g) = 1, 2',
    'import f',
    'from m import f',
    'from m import (g, f)',
    'from m import g as f',
    'if x:\n    def f(): pass\nelse:\n    pass',
    'try:\n    import g\nexcept ImportError:\n    def f(): pass',
    'a = 1; f = 2',
    'def f(x):\n    return (x\n',
  ])('finds f in %j', (text) => {
    expect(definesFunction(text, 'f')).toBe(true);
  });

  it.each([
    'def ff(): pass',
    'class A:\n    def f(self): pass',
    'def g():\n    def f(): pass',
    'print(f)',
    'f == 1',
    'import f as g',
    'from f import g',
    'from m import f as g',
    'import a.f',
    '# def f(): pass',
    '"def f(): pass"',
    '',
  ])('finds none in %j', (text) => {
    expect(definesFunction(text, 'f')).toBe(false);
  });
});

describe('isLiteral', () => {
  it.each([
    '1',
    '-1',
    '+2.5',
    '1e-3',
    '0x1F',
    '00',
    "'a'",
    '"it\'s"',
    'b"x"',
    "'a' 'b'",
    'True',
    'None',
    '[]',
    '[1, -2, [3]]',
    '()',
    '(1,)',
    '(1, "a")',
    '{}',
    '{"a": [1], 2: None}',
    '{1, 2}',
    '[\n  1,\n  2]',
  ])('takes %s', (text) => {
    expect(isLiteral(text)).toBe(true);
  });

  it.each([
    'x',
    'true',
    '[x]',
    '[1 for _ in y]',
    'f(1)',
    '1 + 1',
    'not True',
    '~1',
    "f'a'",
    '...',
    '007',
    '("Venus")',
    '1, 2',
    '1 2',
    '1\n2',
    '[*a]',
    '{**a}',
    '',
    '"a',
    '[1',
    '-x',
    'lambda: 1',
    '# 1',
  ])('refuses %s', (text) => {
    expect(isLiteral(text)).toBe(false);
  });
});

describe('literalCall', () => {
  it.each(['f()', 'f(1)', 'f(1, [2], "x")', 'f(a=1)', 'f(f(1), 2)', 'f((1, 2))'])(
    'takes %s as a call of f with literals',
    (text) => {
      expect(literalCall(text, 'f')).toBe(true);
    },
  );

  it.each(['g(1)', 'f(x)', 'f(*[1])', 'f(g(1))', 'f(1)[0]', 'f(1) == 2', 'f', 'x.f(1)', 'f(a=b)'])(
    'refuses %s',
    (text) => {
      expect(literalCall(text, 'f')).toBe(false);
    },
  );
});

describe('definitionsOf', () => {
  it('gives functions with their parameters on one line and without annotations, and classes', () => {
    const code = [
      'import math',
      '@cache',
      'def one(a: int,',
      '        b: "X" = (1,  2)) -> int: return a',
      'class Pair:\n    def inner(self): pass',
      'def rest(*args, key=None, **kw): pass',
    ].join('\n');
    expect(definitionsOf(code)).toEqual([
      { kind: 'function', name: 'one', parameters: '(a, b=(1, 2))' },
      { kind: 'class', name: 'Pair', parameters: '' },
      { kind: 'function', name: 'rest', parameters: '(*args, key=None, **kw)' },
    ]);
  });
});

describe('calledNames', () => {
  it('lists plain names, the outermost call first', () => {
    expect(calledNames('assert set(f(g(1))) == set(h.k(2))')).toEqual(['set', 'f', 'g', 'set']);
  });
});

describe('docstringsOf', () => {
  it('joins continued lines and keeps other escapes as they are written', () => {
    const text = 'def f():\n    """a \\\nb \\n \\\\t"""\n';
    expect(docstringsOf(text, 'f')).toEqual(['a b \\n \\t']);
  });

  it('leaves a raw docstring alone', () => {
    expect(docstringsOf('def f():\n    r"""a \\\\ b"""\n', 'f')).toEqual(['a \\\\ b']);
  });

  it('reads the named function only, also when a statement stands before the string', () => {
    const text =
      'def g():\n    """no"""\n    return 1\n\ndef f():\n    import math\n    """yes"""\n';
    expect(docstringsOf(text, 'f')).toEqual(['yes']);
  });
});
