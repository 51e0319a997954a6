import { readReply } from '../../../core/replies/read-reply';

const f = 'def f(x):\n    return x';

describe('a fence', () => {
  it.each([
    ['an end token', '<end_of_turn>'],
    ['words', ' This works because it is short.'],
    ['a sign of another script', 'ി'],
    ['the next block’s language', 'text\n1'],
  ])('closes where %s stands behind it', (_, behind) => {
    expect(readReply(`\`\`\`python\n${f}\n\`\`\`${behind}`).blocks[0]).toMatchObject({
      info: 'python',
      text: f,
    });
  });

  it('may have code on its own line', () => {
    expect(readReply('```python def f(x):\n    return x\n```').blocks).toEqual([
      { kind: 'block', info: 'python', text: f },
    ]);
  });

  it('inside a string closes nothing, if the string ends before a later fence', () => {
    const text = `def f(x):\n    """\n\`\`\`\nf(1)\n\`\`\`\n    """\n    return x`;
    expect(readReply(`\`\`\`python\n${text}\n\`\`\`\nDone.`).blocks).toEqual([
      { kind: 'block', info: 'python', text },
    ]);
    expect(readReply("```python\ns = '''\n```\nis all.").blocks).toEqual([
      { kind: 'block', info: 'python', text: "s = '''" },
    ]);
  });

  it('closes where it is indented by up to three more than the block, and by four it is code', () => {
    for (const own of ['', '  ']) {
      const reply = (more: string) =>
        `${own}~~~python\n${own}f(\n${own}${more}~~~\n${own})\n${own}~~~`;
      expect(readReply(reply('   ')).blocks[0]?.text).toBe('f(');
      expect(readReply(reply('    ')).blocks[0]?.text).toBe('f(\n    ~~~\n)');
    }
  });

  it('is no part of a comment or of a string of one line', () => {
    const text = 'a = "\'\'\'"  # """\nb = 1';
    expect(readReply(`\`\`\`python\n${text}\n\`\`\`\n\`\`\`\n"""\n\`\`\``).blocks[0]?.text).toBe(
      text,
    );
  });
});

it('what stands between the blocks is told in its place', () => {
  expect(readReply('One\n```\n1\n```\nTwo\n\n~~~\n2\n~~~').parts).toEqual([
    { kind: 'prose', text: 'One' },
    { kind: 'block', info: '', text: '1' },
    { kind: 'prose', text: 'Two\n' },
    { kind: 'block', info: '', text: '2' },
  ]);
});
