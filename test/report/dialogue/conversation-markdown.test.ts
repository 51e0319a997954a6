import { conversationMarkdown } from '../../../report/dialogue/conversation-markdown';
import type { ConversationEntry } from '../../../report/dialogue/conversation';
import { block, conversation, file, reply, said } from './conversation-forms';

describe('a conversation in Markdown', () => {
  const parts = (...entries: readonly ConversationEntry[]) =>
    conversationMarkdown(conversation(entries)).trimEnd().split('\n\n').slice(2);

  it('begins with what it is and who answers, and ends with one line break', () => {
    expect(conversationMarkdown(conversation([]))).toBe('# Chat chat-1\n\nModel: gpt-x\n');
  });

  it('has the block of a reply where it stood in it, or behind the words of a tool call', () => {
    const code = 'x = 1';
    const fenced = '```python\nx = 1\n```';
    expect(parts(reply(`so\n${fenced}\nthen`, { code, via: 'fence' }))).toEqual([
      ...['## Model (r1)', 'so', fenced, 'then'],
    ]);
    expect(parts(reply('so', { code, via: 'tool' }))).toEqual(['## Model (r1)', 'so', fenced]);
    expect(parts(reply('so x = 1', { code, via: 'fence' }))).toEqual(['## Model (r1)', 'so x = 1']);
  });

  it('shows images and links files, each where it was written and those unwritten last', () => {
    const files = [
      file('z.txt', 'text/plain'),
      file('a b.png', 'image/png'),
      file('c[1].csv', 'text/csv'),
    ];
    const output = [
      { kind: 'stdout', text: 'one\n' },
      { kind: 'stderr', text: 'two' },
      { kind: 'value', text: '3' },
      { kind: 'artefact', name: 'a b.png' },
      { kind: 'dropped', bytes: 12 },
    ] as ReturnType<typeof block>['output'];
    expect(parts(block({ output, files }))).toEqual([
      '### Execution result (r1)',
      '```text\none\ntwo\n3\n```',
      '![a b.png](r1-a%20b.png)',
      '```text\n[... 12 bytes left out ...]\n```',
      '[z.txt](r1-z.txt)',
      '[c 1 .csv](r1-c%5B1%5D.csv)',
    ]);
  });

  it.each([
    ['finished', []],
    ['raised', []],
    ['interrupted', ['*It took too long and was interrupted.*']],
    ['lost', ['*Its process ended, and everything that the session held is gone.*']],
    ['input-refused', ['*It was not run: it asks for input.*']],
  ] as const)('says of a block that is %s what its output does not', (end, words) => {
    expect(parts(block({ end })).slice(1)).toEqual(words);
  });

  it('has all else under its name', () => {
    expect(
      parts(
        said('read', [file('a.csv', 'text/csv')]),
        block({ byPerson: true, id: 'b2' }),
        { kind: 'tests', id: 'r1', words: 'failed', told: false },
        { kind: 'feedback', source: 'oracle', text: 'look' },
        { kind: 'note', text: 'The person approved.' },
      ),
    ).toEqual([
      ...['## Person', '[a.csv](r1-a.csv)', 'read'],
      ...["## Person's own block (b2)", '```python\nx = 1\n```', '### Execution result (b2)'],
      ...['### Execution result (r1)', '```text\nfailed\n```'],
      ...['## Feedback (oracle)', 'look', '*The person approved.*'],
    ]);
  });

  it('ends with what does not stand any more', () => {
    const branches = [
      { why: 'retried', replies: ['a', 'b'] },
      { why: 'undone', replies: ['c'] },
    ] as const;
    expect(conversationMarkdown(conversation([], branches))).toMatch(
      /## What does not stand any more\n\n- retried: a \/ b\n- undone: c\n$/u,
    );
  });
});
