import { programTurn } from '../../../core/replies/program-turn';
import { readReply } from '../../../core/replies/read-reply';

describe('a program as the model’s own turn', () => {
  it.each([
    ['plain', 'def f():\n    return 1'],
    ['indented first line', '    return 1'],
    ['fences in a docstring', 'def f():\n    """\n    ```\n    x\n    ```\n    """\n    return 1'],
    ['a longer fence inside', '# ````\n# `````python\nx = 1'],
  ])('is read back to the byte: %s', (_, program) => {
    const turn = programTurn(program);
    expect(turn.role).toBe('assistant');
    expect(readReply(turn.content).blocks.map(({ text }) => text)).toEqual([program]);
  });
});
