import { chatParts } from '../../../../core/refinement/requests/chat-request';
import type {
  ChatInput,
  ToldReply,
  ToldTurn,
} from '../../../../core/refinement/requests/chat-request';

const turn = (text: string, over: Partial<ToldTurn> = {}): ToldTurn => ({
  text,
  files: [],
  ownBlocks: [],
  replies: [],
  ...over,
});
const reply = (over: Partial<ToldReply> = {}): ToldReply => ({
  id: 'r1',
  reply: '<think>So.</think>I add.\n```python\n1 + 1\n```',
  code: '1 + 1',
  via: 'fence',
  words: 'Execution result: \n```\n2\n```',
  failed: false,
  cutOff: false,
  ...over,
});
const answer = reply({ id: 'r2', reply: 'It is 2.', code: null, via: null, words: null });
const tool = reply({ reply: 'I add.', via: 'tool' });

const requestOf = (input: ChatInput) => chatParts(input).flatMap(({ messages }) => messages);

describe('the request of a chat', () => {
  it('is persona, message, reply, what it gave, reply, message', () => {
    const messages = requestOf({
      turns: [turn('Add.', { replies: [reply(), answer] }), turn('  And now?\n')],
      tools: false,
    });
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: 'Add.' },
      { role: 'assistant', content: 'I add.\n```python\n1 + 1\n```' },
      { role: 'user', content: 'Execution result: \n```\n2\n```' },
      { role: 'assistant', content: 'It is 2.' },
      { role: 'user', content: '  And now?\n' },
    ]);
    expect(messages[0]?.content.match(/^\d\. /gm)).toHaveLength(5);
    expect(messages[0]?.content).not.toContain('execute_code');
  });

  it('carries the call and its result where the code came by the tool', () => {
    const messages = requestOf({ turns: [turn('Add.', { replies: [tool] })], tools: true });
    expect(messages.slice(2)).toEqual([
      { role: 'assistant', content: 'I add.', toolCall: { id: 'call_r1', code: '1 + 1' } },
      { role: 'tool', toolCallId: 'call_r1', content: 'Execution result: \n```\n2\n```' },
    ]);
    expect(messages[0]?.content).toContain('`execute_code`');
  });

  it('tells a model without tools of such a call as a block', () => {
    const messages = requestOf({ turns: [turn('Add.', { replies: [tool] })], tools: false });
    expect(messages.slice(2)).toEqual([
      { role: 'assistant', content: 'I add.\n\n```python\n1 + 1\n```' },
      { role: 'user', content: 'Execution result: \n```\n2\n```' },
    ]);
  });

  it('names files with their size, and tells of blocks that the person ran, before their words', () => {
    const [, message] = requestOf({
      turns: [
        turn('Look.', {
          files: [{ name: 'data.csv', mime: 'text/csv', bytes: 1_234 }],
          ownBlocks: [{ code: 'x = 1', words: 'Execution result: \nNothing.' }],
        }),
      ],
      tools: false,
    });
    expect(message?.content).toBe(
      'I ran this in the session myself:\n\n```python\nx = 1\n```\n\nExecution result: \nNothing.\n\n' +
        'New in the working folder:\n[file data.csv, 1.2 kB]\n\nLook.',
    );
  });

  it('says that a block was not run, with the next message or as the result of its call', () => {
    const turns = (one: ToldReply) => [turn('Add.', { replies: [one] }), turn('Again.')];
    const fence = requestOf({ turns: turns(reply({ words: null })), tools: true });
    expect(fence.at(-1)?.content).toMatch(/^\(The block was not run: .*\)\n\nAgain\.$/);
    const called = requestOf({ turns: turns({ ...tool, words: null }), tools: true });
    expect(called.at(-2)).toMatchObject({ role: 'tool', toolCallId: 'call_r1' });
    expect(called.at(-2)?.content).toMatch(/^Execution result: \nThe block was not run/);
    expect(called.at(-1)?.content).toBe('Again.');
  });

  it('says with the next message that a reply was cut off before its code had ended', () => {
    const cut = { ...answer, reply: 'So:\n```python\nrm(', cutOff: true };
    const turns = [turn('Add.', { replies: [cut] }), turn('Again.')];
    expect(requestOf({ turns, tools: false }).at(-1)?.content).toMatch(
      /^\(Your last reply was cut off .*none of it was run\.\)\n\nAgain\.$/,
    );
  });

  it('keeps the task, the newest words, program and error when it is trimmed', () => {
    const turns = [
      turn('first', {
        replies: [reply({ failed: true }), reply({ id: 'r2' }), { ...answer, id: 'r3' }],
      }),
      turn('second', { replies: [reply({ id: 'r4' }), { ...answer, id: 'r5' }] }),
      turn('third', { replies: [{ ...answer, id: 'r6' }] }),
    ];
    const kept = chatParts({ turns, tools: false }).map(({ kind, keep }) => `${kind} ${keep}`);
    expect(kept).toEqual([
      'task true',
      'round true',
      'round false',
      'round false',
      'message false',
      'round true',
      'round false',
      'message true',
      'round true',
    ]);
  });

  it('keeps the newest of several errors when it is trimmed, and no older one', () => {
    const failures = ['r1', 'r2'].map((id) => reply({ id, failed: true }));
    const turns = [
      turn('first', { replies: [...failures, reply({ id: 'r3' })] }),
      turn('second', { replies: [{ ...answer, id: 'r4' }] }),
    ];
    const kept = chatParts({ turns, tools: false }).map(({ kind, keep }) => `${kind} ${keep}`);
    expect(kept.slice(1, 4)).toEqual(['round false', 'round true', 'round true']);
  });
});
