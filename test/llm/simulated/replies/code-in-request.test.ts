import {
  inFence,
  lastFencedBlock,
  programInRequest,
} from '../../../../llm/simulated/replies/code-in-request';
import { programTurn } from '../../../../core/replies/program-turn';

describe('programInRequest', () => {
  it('is the last fenced block of the last assistant turn, whatever user turns quote', () => {
    const messages = [
      { role: 'assistant', content: '```python\nold = 1\n```' },
      { role: 'user', content: '```python\nquoted = 1\n```' },
      {
        role: 'assistant',
        content: 'First:\n```\nfirst = 1\n```\nThen:\n```python\nlast = 1\n```\nDone.',
      },
      { role: 'user', content: '```text\nfeedback\n```' },
    ] as const;
    expect(programInRequest(messages)).toBe('last = 1');
  });

  it('is nothing where no assistant has spoken, or spoke without code', () => {
    expect(programInRequest([{ role: 'user', content: '```python\nx = 1\n```' }])).toBeNull();
    expect(programInRequest([{ role: 'assistant', content: 'I cannot.' }])).toBeNull();
  });

  it('is the last one that was answered where a whole dialogue is in one message', () => {
    const opening = '@@ Instruction\n```python\ndef f():\n```\n\n@@ Response\n';
    const first = '```python\nfirst = 1\n```\n\n@@ Instruction\nExecution result: \nwrong\n';
    const second = '\n```python\nsecond = 1\n```\n\n@@ Instruction\nExecution result: \nwrong\n';
    const program = (content: string) => programInRequest([{ role: 'user', content }]);
    expect(program(opening)).toBeNull();
    expect(program(opening + first)).toBe('first = 1');
    expect(program(opening + first + second)).toBe('second = 1');
  });

  it.each([
    'def f():\n    return 1',
    '\n\n    return 1\n\n',
    'text = """\n```python\nx\n```\n"""',
    'text = """\n````\n```\n"""\n',
    'x = "```"',
    'a = 1\r\nb = 2\r\n',
  ])('is the program that an agent shows as its own turn, fences inside or not: %j', (program) => {
    expect(programInRequest([programTurn(program)])?.trim()).toBe(program.trim());
    expect(lastFencedBlock(inFence(program))?.trim()).toBe(program.trim());
  });

  it('takes a block that is never closed to the end', () => {
    expect(lastFencedBlock('Here:\n```python\nx = 1\ny = 2')).toBe('x = 1\ny = 2');
  });

  it('keeps the blanks in front of the first line', () => {
    expect(inFence('    return 1\n')).toBe('```python\n    return 1\n```');
  });
});
