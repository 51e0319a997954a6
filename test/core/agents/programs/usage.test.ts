import { f, fenced, programIn } from './extracting';

describe('what uses a program', () => {
  it.each([
    ['asserts', 'assert f(1) == 2'],
    ['calls', 'print(f(1))\nf(2)'],
    ['examples', 'result = f([1, 2])\nprint(result)'],
    ['loops', 'for i in range(3):\n    print(f(i))'],
    ['questions to somebody', 'n = int(input())\nwhile True:\n    f(n)'],
    ['a main guard', 'if __name__ == "__main__":\n    print(f(1))'],
    ['comments on it', '# Example\nprint(f(1))'],
    ['what was cut off', 'print(f(1'],
    ['words', 'The output will be: 1'],
  ])('goes: %s', (_, lines) => {
    expect(programIn(fenced(`${f}\n\n${lines}`))).toBe(f);
    expect(programIn(`${f}\n\n${lines}`)).toBe(f);
  });

  it.each([
    ['imports and settings', 'import sys\nsys.setrecursionlimit(10**6)\n\n', ''],
    ['a constant', 'LIMIT = 3\n', '\n\nTAG = "x"'],
    ['a decorated form', '', '\n\nf = cached(f)'],
    ['a test of its own', '', '\n\ndef test_f():\n    assert f(1) == 1'],
  ])('does not take with it %s', (_, before, behind) => {
    const program = `${before}${f}${behind}`;
    expect(programIn(fenced(program))).toBe(program);
  });

  it('does not take with it what fills a table that the program reads', () => {
    const program =
      'table = {}\n\ndef f(x):\n    return table[x]\n\nfor i in range(9):\n    table[i] = i';
    expect(programIn(fenced(program))).toBe(program);
  });
});
