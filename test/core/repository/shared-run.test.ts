import { definitionParts, leakedRun } from '../../../core/repository/shared-run';

const parts = (source: string) => {
  const { signature, head, body } = definitionParts(source);
  return [signature, head.slice(signature.length), body];
};

describe('the parts of a definition', () => {
  it.each([
    ['def f(x):\n    return x', 'def f(x):', '', 'return x'],
    ['def f(x): return x', 'def f(x):', '', 'return x'],
    ['@cached(a=lambda x: x)\ndef f():\n    pass', '@cached(a=lambda x: x)\ndef f():', '', 'pass'],
    ["def f(x: 'a:b' = {1: 2}[1]) -> 'X:Y':\n    go()", undefined, '', 'go()'],
    ['def f(  # a: b\n    x):\n    go()', 'def f(  # a: b\n    x):', '', 'go()'],
    ['async def f():\n    go()', 'async def f():', '', 'go()'],
    ['def f():\n    """Says: so."""\n    go()', 'def f():', '\n    """Says: so."""', 'go()'],
    ['def f():\n    r"""Says."""; go()', 'def f():', '\n    r"""Says."""', 'go()'],
    ['def f():\n    ("One."\n     \'Two.\')\n    go()', 'def f():', undefined, 'go()'],
    ['def f():  # why\n    # because\n    go()', 'def f():', '', 'go()'],
    ['def f():\n    """Says."""  # why\n    go()', 'def f():', '\n    """Says."""', 'go()'],
    ["def f():\n    'a' + g()", 'def f():', '', "'a' + g()"],
    ["def f():\n    'a'.join(x)", 'def f():', '', "'a'.join(x)"],
    ["def f():\n    b'bytes'\n    go()", 'def f():', '', "b'bytes'\n    go()"],
    ['a = b', '', '', 'a = b'],
  ])('of %j', (source, signature, docstring, body) => {
    const [first, second, third] = parts(source);
    if (signature !== undefined) expect(first).toBe(signature);
    if (docstring !== undefined) expect(second).toBe(docstring);
    expect(third).toBe(body);
    expect(source.startsWith(`${first ?? ''}${second ?? ''}`)).toBe(true);
  });
});

describe('a run of a body that a text repeats', () => {
  const definition = definitionParts(
    'def f(a, b):\n    """Weighs."""\n    total = a * b + sum(a) / len(b)  # why\n    return total',
  );
  const leaked = (text: string, known?: string) => leakedRun(text, definition, known);

  it('has eight tokens, and is told by its words', () => {
    expect(leaked('total = a * b + sum(')).toBe('total = a * b + sum (');
    expect(leaked('total = a * b + sum')).toBeNull();
    expect(leaked('/ len(b) return total')).toBeNull();
    expect(leaked(') / len(b) return total')).toBe(') / len ( b ) return total');
    expect(leaked('atotal = a * b + sum(')).toBeNull();
    expect(leaked('total = a * b + sum(ab')).toBe('total = a * b + sum (');
  });

  it('is the one that the text has first', () => {
    expect(leaked('x = 1\n(a) / len(b) return total\ntotal = a * b + sum(a')).toBe(
      '( a ) / len ( b )',
    );
  });

  it('is none where known code has it, by default the signature', () => {
    expect(leaked('total = a * b + sum(', 'total = a * b + sum(a)')).toBeNull();
    expect(leaked('= a * b + sum(a', 'total = a * b + sum(')).toBe('= a * b + sum ( a');
    const spelt = definitionParts('def f(a, b=g(1, 2, 3)):\n    return g(1, 2, 3)');
    expect(leakedRun('g(1, 2, 3)', spelt)).toBeNull();
    expect(leakedRun('g(1, 2, 3)', spelt, '')).toBe('g ( 1 , 2 , 3 )');
  });

  it('is found between comments, prompts and other quotes, and not in shorter bodies', () => {
    expect(leaked('total = a * # so\n b + sum(')).not.toBeNull();
    expect(leaked('>>> total = a * b\n... + sum(')).not.toBeNull();
    expect(leaked('# total = a * b + sum(')).not.toBeNull();
    const short = definitionParts('def f():\n    return a + b');
    expect(leakedRun('return a + b', short)).toBeNull();
    const quoted = definitionParts('def f():\n    return g("a b", c, d)');
    expect(leakedRun("return g('a b', c, d)", quoted)).toBe('return g ( " a b " , c , d');
  });
});
