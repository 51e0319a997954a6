import { extractProgram } from '../../../../core/agents/extract-program';
import { pythonReader } from '../../../../datasets';
import { f, fenced, programIn } from './extracting';

describe('helpers and imports in blocks of their own', () => {
  it('belong to the program that needs them, wherever they stand', () => {
    const main = 'def f(x):\n    return g(Counter(x))';
    const helper = 'def g(x):\n    return h + x';
    const program = programIn(
      fenced('from collections import Counter\nimport os'),
      fenced('h = 1'),
      fenced(main),
      'with',
      fenced(helper),
    );
    expect(program).toBe(`from collections import Counter\n\nh = 1\n\n${helper}\n\n${main}`);
  });

  it('are the nearest before the program, and none that it has itself', () => {
    const own = 'def g(x):\n    return x\n\ndef f(x):\n    return g(x)';
    expect(programIn(fenced('def g(x):\n    return 0'), fenced(own))).toBe(own);
    const [first, second] = ['def g(): return 1', 'def g(): return 2'];
    const main = 'def f(): return g()';
    expect(programIn(fenced(first), fenced(second), fenced(main))).toBe(`${second}\n\n${main}`);
  });

  it('are no names that the program binds within its functions', () => {
    const main =
      'def f(x):\n    a, (b, c) = x\n    for d in a: b += d\n    return lambda e: [b, c, e]';
    const usage = fenced('a = b = c = d = e = 1');
    expect(programIn(usage, fenced(main))).toBe(main);
  });
});

describe('words between the statements of a program', () => {
  it('go, as does a last definition that was cut off', () => {
    expect(programIn('```python', f, '', 'This is the helper:', '', 'def g(x):')).toBe(f);
  });

  it('stay where a definition is no Python: that is for Python to say', () => {
    const broken = `def g(x) return x\n\n${f}`;
    expect(programIn(fenced(broken))).toBe(broken);
  });
});

it('a whole program stays as it is, usage and all', () => {
  const whole = `${f}\n\nprint(f(int(input())))`;
  const found = extractProgram(fenced(whole), { entryPoint: null, ...pythonReader });
  expect(found).toMatchObject({ program: whole, from: 'code' });
});
