import type { Message } from '../../../../core/schemas/model';
import { ChatScript } from '../../../../llm/simulated/chat-script';
import { conversationReply } from '../../../../llm/simulated/replies/conversation-reply';
import { ask } from '../bank-samples';

const script = ChatScript.parse({
  turns: [
    { say: 'Load data.csv', replies: ['```python\nrows = 3\n```', 'It has three rows.'] },
    { say: 'Go on', replies: [{ text: 'Now a plot.', code: 'plot()' }] },
    { say: 'Go on', replies: ['That was the second time.'] },
  ],
});

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const system: Message = { role: 'system', content: 'You may run code.' };

function reply(messages: readonly Message[], withScript: ChatScript | null = script) {
  const request = ask({ role: 'interpreter', problem: 'chat', messages: [system, ...messages] });
  const { text, code } = conversationReply(withScript, request);
  return code === undefined ? text : { text, code };
}

describe('a chat from a script', () => {
  const first = user(' Load data.csv \n\n[data.csv: 12 bytes]');
  const firstTurn = [
    first,
    assistant('```python\nrows = 3\n```'),
    user('Execution result: \n3'),
    assistant('It has three rows.'),
  ];

  it('gives the replies of the turn in order, whatever stands behind what is said', () => {
    expect(reply([first])).toBe('```python\nrows = 3\n```');
    expect(reply(firstTurn.slice(0, 3))).toBe('It has three rows.');
  });

  it('goes on with the same turn when its result comes from a tool, or a person says something between', () => {
    const called: Message = { ...assistant(''), toolCall: { id: 'c', code: 'rows = 3' } };
    const result: Message = { role: 'tool', content: '3', toolCallId: 'c' };
    expect(reply([first, called, result])).toBe('It has three rows.');
    expect(reply([first, assistant('x'), user('No, look again')])).toBe('It has three rows.');
  });

  it('closes without code when nothing is left to say', () => {
    expect(reply([...firstTurn, user('Execution result: \n3')])).toMatch(/^That is all[^`]*$/);
  });

  it('takes the second of two turns that begin alike the second time', () => {
    expect(reply([...firstTurn, user('Go on')])).toEqual({ text: 'Now a plot.', code: 'plot()' });
    expect(reply([...firstTurn, user('Go on'), assistant('Now a plot.'), user('Go on')])).toBe(
      'That was the second time.',
    );
  });

  it('takes the turn with the longest words that fit', () => {
    const longer = ChatScript.parse({
      turns: [
        { say: 'Plot', replies: ['short'] },
        { say: 'Plot it in red', replies: ['long'] },
      ],
    });
    expect(reply([user('Plot it in red, please')], longer)).toBe('long');
  });
});

describe('a chat without a script', () => {
  it('counts the words of a message by running code, and quotes what that gave', () => {
    const asked = user('three short "words"');
    const counted = reply([asked], null);
    expect(counted).toMatchObject({ code: expect.stringContaining('three short') as string });
    expect(reply([asked, assistant('x'), user('Execution result: \n3 words\n')], null)).toBe(
      'Running it gave: 3 words',
    );
  });

  it('ends the turn without code when there was no result', () => {
    const said = reply([user('one'), assistant('x'), user('Execution result: \n')], null);
    expect(said).toBe('Running it gave: nothing.');
  });
});
