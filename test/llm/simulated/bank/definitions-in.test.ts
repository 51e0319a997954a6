import { definitionsIn } from '../../../../llm/simulated/bank/definitions-in';

const solution = '@cache\ndef f(x):\n    """One."""\n\n    return x\n\n\nclass A:\n    y = 1\n';

describe('definitionsIn', () => {
  it.each([
    ['an example after it', `${solution}\nprint(f(1))\n`],
    ['imports and comments around it', `from functools import cache\n# mine\n${solution}# end\n`],
    ['a main guard', `${solution}\nif __name__ == "__main__":\n    assert f(1) == 1\n`],
    ['other ends of lines', solution.replaceAll('\n', '\r\n')],
  ])('is the same with %s', (_, program) => {
    expect(definitionsIn(program)).toBe(definitionsIn(solution));
  });

  it('is another where a body differs, or a decorator', () => {
    expect(definitionsIn(solution.replace('return x', 'return 1'))).not.toBe(
      definitionsIn(solution),
    );
    expect(definitionsIn(solution.replace('@cache\n', ''))).not.toBe(definitionsIn(solution));
  });

  it('keeps a signature that ends in the first column', () => {
    expect(definitionsIn('def f(\n    x,\n):\n    return x\n')).toBe(
      'def f(\n    x,\n):\n    return x',
    );
  });

  it('is empty for a program without any', () => {
    expect(definitionsIn('n = int(input())\nprint(n)\n')).toBe('');
  });
});
