import { f, fenced, programIn } from './extracting';

const old = 'def f(x):\n    return 0';
const stub = 'def f(x):\n    """The same."""\n    ...';

describe('the answer of several texts', () => {
  it.each([
    ['a usage block', `Use it so:\n${fenced('print(f(1))\nassert f(1) == 2')}`],
    ['a test that imports it', fenced('from main import f\n\ndef test_f():\n    assert f(1)')],
    ['a stub', `The signature stays:\n${fenced(stub)}`],
    ['the old version', `For comparison, the original code:\n${fenced(old)}`],
    ['an alternative', `Alternatively, you could write:\n${fenced(old)}`],
    ['one that was cut off', 'Faster:\n```python\ndef f(x):\n    for y in x'],
    ['output', `Output:\n${fenced('[1, 2]', '')}`],
    ['a part of the change', `The change is:\n${fenced('return x')}`],
    ['words without a fence', 'Before it was\ndef f(x):\n    return None'],
  ])('is not %s behind it', (_, behind) => {
    expect(programIn(fenced(f), behind)).toBe(f);
  });

  it('is the last that defines what was asked for', () => {
    expect(programIn('First:', fenced(old), 'That is wrong. Better:', fenced(f))).toBe(f);
    expect(programIn('The original code:', fenced(old), 'Fixed:', fenced(f))).toBe(f);
  });

  it('is what was cut off where nothing else is there', () => {
    expect(programIn('```python', 'def f(x):', '    for y in x')).toBe('def f(x):\n    for y in x');
  });

  it('is what defines anything, where nothing has the name that was asked for', () => {
    const other = 'def another(x):\n    return x';
    expect(programIn(fenced(other), fenced('print(another(1))'))).toBe(other);
    const solution = 'class Solution:\n    def f(self, x):\n        return x';
    expect(programIn(fenced(solution), fenced('print(Solution().f(1))'))).toBe(solution);
  });
});
