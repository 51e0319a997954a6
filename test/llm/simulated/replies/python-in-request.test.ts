import {
  definitionIn,
  literalsIn,
  parametersIn,
} from '../../../../llm/simulated/replies/python-in-request';

/** The parameters of a function, or of a method. */
function parameters(code: string, of: 'function' | 'object' | 'class' = 'function') {
  const { signature } = definitionIn(code, 'f') ?? { signature: '' };
  const className = of === 'function' ? null : 'C';
  const receiver = of === 'class' ? 'class' : 'object';
  const subject = { module: 'm', qualname: 'f', name: 'f', className, receiver, code, signature };
  return parametersIn(subject as never).map(({ name, kind, annotation, hasDefault }) =>
    [name, kind, annotation, hasDefault ? 'default' : ''].filter(Boolean).join(' '),
  );
}

describe('the parameters of a function', () => {
  it.each([
    ['def f():', []],
    ['def f(a, b: int, c=1):', ['a positional', 'b positional int', 'c positional default']],
    ['def f(a, /, b):', ['a positional', 'b positional']],
    ['def f(a, *, b, c: str = "x"):', ['a positional', 'b keyword', 'c keyword str default']],
    ['def f(*args, b, **more):', ['args variadic', 'b keyword', 'more variadic']],
    [
      'def f(a: dict[str, int] = {"x": (1, 2)}, b=[1, 2]):',
      ['a positional dict[str, int] default', 'b positional default'],
    ],
  ])('%s', (code, read) => {
    expect(parameters(code)).toEqual(read);
  });

  it('of a method are without what it is called on', () => {
    expect(parameters('def f(self, a):', 'object')).toEqual(['a positional']);
    expect(parameters('def f(cls, a):', 'class')).toEqual(['a positional']);
    expect(parameters('def f(a, b):', 'class')).toEqual(['a positional', 'b positional']);
  });
});

describe('a definition in code', () => {
  it('is the last of its name, to the end of the code', () => {
    const code = 'def f(a):\n  pass\n@staticmethod\nasync def f(b=(1)):\n  pass\n';
    expect(definitionIn(code, 'f')).toMatchObject({
      code: 'async def f(b=(1)):\n  pass\n',
      signature: 'b=(1)',
      decorators: expect.stringContaining('@staticmethod') as string,
    });
    expect(definitionIn(code, 'g')).toBeNull();
  });
});

test('short constants of a code are worth trying, each once, at most twenty', () => {
  expect(literalsIn(`x = 'ab' + "c" + 'ab'\ny = 12 + 1.5 + 007 + 1234567`)).toEqual([
    `'ab'`,
    '"c"',
    '12',
    '1.5',
  ]);
  expect(literalsIn(Array.from({ length: 30 }, (_, n) => String(n + 1)).join(' '))).toHaveLength(
    20,
  );
});
