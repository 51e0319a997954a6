import { holdsCode } from '../../../../laboratory/trials/replies/without-code';

describe('a reply without code', () => {
  it.each([
    'I cannot help with that.',
    'Do you mean this?\n```python\nf([1, 2])\n```',
    '```\nInput: [1]\nOutput: 3\n```',
    'It has to return the sum. Which class of numbers (real or whole) do you mean?',
    '<think>\ndef f(x): return x\n</think>\nNo.',
  ])('is known from %j', (reply) => {
    expect(holdsCode(reply)).toBe(false);
  });

  it.each([
    'def f(x): return x',
    '> ```\n> class A:\n',
    '    return x',
    '{"code": "x = 1\\nreturn x"}',
    'f = lambda x: x',
  ])('is not %j', (reply) => {
    expect(holdsCode(reply)).toBe(true);
  });
});
