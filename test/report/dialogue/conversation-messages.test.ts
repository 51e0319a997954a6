import { conversationMessages } from '../../../report/dialogue/conversation-messages';
import type { ConversationEntry } from '../../../report/dialogue/conversation';
import { block, conversation, file, reply, said } from './conversation-forms';

describe('a conversation as messages', () => {
  const messages = (...entries: readonly ConversationEntry[]) =>
    conversationMessages(conversation(entries)).map(({ role, content }) => [role, content]);

  it('has user and assistant in turns, and ends with the last answer', () => {
    expect(
      messages(said('one'), reply('1'), said('two'), said('more'), reply('2'), said('3')),
    ).toEqual([
      ['user', 'one'],
      ['assistant', '1'],
      ['user', 'two\n\nmore'],
      ['assistant', '2'],
    ]);
  });

  it('has words of its own between two replies, and none before the first', () => {
    expect(messages(reply('1'), reply('2'))).toEqual([
      ['assistant', '1'],
      ['user', 'Your program is not accepted.'],
      ['assistant', '2'],
    ]);
  });

  it('has what ran in the words of the user, with what it was if the user ran it', () => {
    const own = block({ byPerson: true, words: '1' });
    expect(messages(block(), own, reply('1'))[0]).toEqual([
      'user',
      'Execution result: \n1\n\nI ran this in the session myself:\n\n```python\nx = 1\n```\n\nExecution result: \n1',
    ]);
  });

  it('has only those tests that the model was told, and no notes', () => {
    const tests = (told: boolean, words: string) =>
      ({ kind: 'tests', id: 'r1', words, told }) as const;
    const note = { kind: 'note', text: 'The person approved.' } as const;
    const feedback = { kind: 'feedback', source: 'person', text: 'look' } as const;
    expect(messages(tests(true, 'a'), tests(false, 'b'), note, feedback, reply('1'))[0]).toEqual([
      'user',
      'Execution result: \na\n\nlook',
    ]);
  });

  it('names the files that were given, before the words', () => {
    const files = [file('a.csv', 'text/csv'), file('b.png', 'image/png')];
    expect(messages(said('read', files), reply('1'))[0]).toEqual([
      'user',
      'New in the working folder:\n[file a.csv, 7 B]\n[image b.png]\n\nread',
    ]);
  });

  it('has the code of a tool call in a fence, and no code twice', () => {
    const called = { code: 'x = 1', via: 'tool' } as const;
    const fenced = '```python\nx = 1\n```';
    expect(messages(reply('so', called), reply('', called))).toEqual([
      ['assistant', `so\n\n${fenced}`],
      ['user', 'Your program is not accepted.'],
      ['assistant', fenced],
    ]);
    expect(messages(reply(fenced, { code: 'x = 1', via: 'fence' }))).toEqual([
      ['assistant', fenced],
    ]);
  });
});
