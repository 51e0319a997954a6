import { chatDocument } from '../../../cli/chat/chat-document';
import { Conversation } from '../../../cli/chat/conversation';
import { ChatView } from '../../../cli/chat/show/chat-view';
import { withoutColour } from '../../../cli/chat/show/paint';
import { KeptLines } from './kept-lines';
import { ScriptedChat } from './scripted-chat';

describe('the document of a chat', () => {
  it('has what stands in it, in full, who answers and what it cost', async () => {
    const file = { name: 'a.csv', mime: 'text/csv', content: Buffer.from('1,2\n') };
    const chat = new ScriptedChat({
      turns: [
        [
          {
            text: '```python\nplot()\n```',
            finishReason: 'length',
            ran: { parts: [{ kind: 'stdout', text: 'drawn\n' }], end: 'lost', files: [file] },
          },
        ],
        [{ text: 'gone' }],
        [{ text: '', fails: 'no model' }],
      ],
    });
    const view = new ChatView({
      ...{ surface: new KeptLines(), paint: withoutColour, live: false, text: chat.text },
    });
    const conversation = new Conversation({ chat, view, past: null, patient: false });
    const ended = new AbortController();
    void conversation.watch(ended.signal);
    const turn = (text: string, files = [file]) =>
      conversation.turn(() => conversation.say(text, files, { shown: false }));
    await conversation.settled();
    await turn('plot it');
    await turn('never mind', []);
    await conversation.happens('turn-undone', chat.undo, () => true);
    await conversation.happens(
      'block-run',
      () => chat.run('x = 1'),
      () => true,
    );
    await conversation.happens(
      'model-chosen',
      () => chat.chooseModel('other'),
      () => true,
    );
    await turn('go on', []);
    ended.abort();
    const made = [{ name: 'a.csv', mime: 'text/csv', bytes: 4 }];
    expect(await chatDocument(conversation)).toEqual({
      chat: 'c-1',
      model: 'other',
      entries: [
        { who: 'person', text: 'plot it', files: made },
        {
          ...{ who: 'model', round: 'r1', text: '```python\nplot()\n```', code: 'plot()\n' },
          finishReason: 'length',
          ran: {
            ...{ end: 'lost', output: [{ kind: 'stdout', text: 'drawn\n' }], files: made },
            rebuilt: null,
          },
        },
        {
          ...{ who: 'person', block: expect.any(String) as string, code: 'x = 1' },
          ran: {
            ...{ end: 'finished', output: [{ kind: 'stdout', text: 'ran x = 1\n' }], files: [] },
            rebuilt: null,
          },
        },
        { who: 'person', model: 'other' },
        { who: 'person', text: 'go on', files: [] },
        { who: 'espalier', stopped: true, cause: 'no model' },
      ],
      cost: await chat.cost(),
    });
  });
});
