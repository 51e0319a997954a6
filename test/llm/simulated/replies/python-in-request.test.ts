import {
  definitionIn,
  literalsIn,
  parametersIn,
  subjectIn,
} from '../../../../llm/simulated/replies/python-in-request';

describe('the function that a request is about', () => {
  const asked = (kind: string, code: string) =>
    subjectIn(`Write cases for the ${kind}.\n\n\`\`\`python\n${code}\n\`\`\`\n`);

  it('is the one that is named, as it is shown', () => {
    const code = 'def g(): pass\n\ndef f(a, b=(1, 2)):\n    return a';
    expect(asked('function `f` of the module `m.n`', code)).toMatchObject({
      ...{ name: 'f', qualname: 'f', module: 'm.n', className: null, receiver: 'object' },
      ...{ signature: 'a, b=(1, 2)', code: expect.stringMatching(/^def f/u) as string },
    });
    expect(asked('function `h` of the module `m`', code)).toBeNull();
    expect(subjectIn(`\`\`\`python\n${code}\n\`\`\``)).toBeNull();
  });

  it.each([
    ['@staticmethod', 'class'],
    ['@classmethod', 'class'],
    ['@property', 'object'],
  ])('is called on the right thing behind %s', (decorator, receiver) => {
    const method = 'method `A.f` of the module `m`; the class `A`';
    const found = asked(method, `class A:\n    ${decorator}\n    def f(cls): pass`);
    expect(found).toMatchObject({ name: 'f', className: 'A', receiver });
  });

  it('is the last of its name, to its closing bracket or the end', () => {
    expect(definitionIn('def f(a): pass\ndef f(b): pass', 'f')?.signature).toBe('b');
    expect(definitionIn('def f(a, b', 'f')?.signature).toBe('a, b');
    expect(definitionIn('async def f(a): pass', 'f')?.signature).toBe('a');
  });
});

describe('the parameters of a function', () => {
  const of = (signature: string, more: object = {}) =>
    parametersIn({
      ...{ module: 'm', qualname: 'f', name: 'f', className: null, receiver: 'object' },
      ...{ code: `def f(${signature}): pass`, signature },
      ...more,
    });

  it('have names, kinds, annotations and defaults', () => {
    expect(of('a, /, b: dict[str, int] = {1: 2}, *args, c, d=1, **more')).toEqual([
      { name: 'a', kind: 'positional', annotation: '', hasDefault: false },
      { name: 'b', kind: 'positional', annotation: 'dict[str, int]', hasDefault: true },
      { name: 'args', kind: 'variadic', annotation: '', hasDefault: false },
      { name: 'c', kind: 'keyword', annotation: '', hasDefault: false },
      { name: 'd', kind: 'keyword', annotation: '', hasDefault: true },
      { name: 'more', kind: 'variadic', annotation: '', hasDefault: false },
    ]);
    expect(of('*, a').map(({ kind }) => kind)).toEqual(['keyword']);
    expect(of('')).toEqual([]);
  });

  it('are without what a method is called on, which a static one does not have', () => {
    const names = (more: object, signature: string) =>
      of(signature, { className: 'A', ...more }).map(({ name }) => name);
    expect(names({}, 'self, a')).toEqual(['a']);
    expect(names({ receiver: 'class' }, 'a, b')).toEqual(['a', 'b']);
    expect(names({ receiver: 'class' }, 'cls, b')).toEqual(['b']);
  });
});

describe('the constants of a code', () => {
  it('are its short texts and numbers, each once, without what is none in Python', () => {
    expect(literalsIn(`x = 'a' + "b" + 'a'; y = 12 + 0.5 + 007; z1 = 1234567`)).toEqual([
      ...["'a'", '"b"', '12', '0.5'],
    ]);
  });

  it('are twenty at most', () => {
    const code = Array.from({ length: 30 }, (_, nth) => String(nth)).join(', ');
    expect(literalsIn(code)).toHaveLength(20);
  });
});
