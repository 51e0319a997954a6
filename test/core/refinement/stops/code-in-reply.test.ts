import { codeInReply } from '../../../../core/refinement/stops/code-in-reply';
import { repeatsBlock } from '../../../../core/refinement/stops/repeats-block';

const whole = { cutOff: false };

describe('the code that a reply asks to have run', () => {
  it('is its last Python block', () => {
    expect(
      codeInReply(
        'A\n```python\na = 1\n```\nB\n```py\n\n  \nb = 2\n\n```\nC\n```text\nc\n```',
        whole,
      ),
    ).toBe('b = 2');
    expect(codeInReply('```Python title=x\na\n```', whole)).toBe('a');
  });

  it.each([
    'Done',
    'done',
    '```\nprint(1)\n```',
    '```bash\nls\n```',
    '```python-repl\n>>> 1\n```',
    '',
    '```python\n```',
    '<think>```python\na\n```</think>Yes.',
  ])('is none in prose and in blocks that do not say so: %j', (reply) => {
    expect(codeInReply(reply, whole)).toBeNull();
  });

  it('is none in a block that the end of a reply cut off, not even what came before', () => {
    const cut = '```python\na = 1\n```\n```python\nremove(folder)\nif';
    expect(codeInReply(cut, { cutOff: true })).toBeNull();
    expect(codeInReply(cut, whole)).toBe('remove(folder)\nif');
    expect(codeInReply('```python\na = 1\n```\nAnd th', { cutOff: true })).toBe('a = 1');
  });
});

describe('a block that repeats an earlier one', () => {
  it('is the same but for white space at ends', () => {
    expect(repeatsBlock('a = 1\nb = 2\n', ['c', 'a = 1  \nb = 2'])).toBe(true);
    expect(repeatsBlock('if a:\n  b', ['if a:\n    b'])).toBe(false);
    expect(repeatsBlock('a', [])).toBe(false);
  });
});
