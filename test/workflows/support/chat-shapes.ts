import { ScriptEndedError } from '../../fakes/scripted-model';
import { fence } from './scripted-chat';
import type { ChatSpec, ScriptedChat } from './scripted-chat';
import { eventually } from '../../../laboratory/home/eventually';

export interface ChatShape extends ChatSpec {
  /** From the start to the end of the chat. */
  readonly hand: (chat: ScriptedChat) => Promise<void>;
}

/** Ways a chat can go whose history is kept. */
export const chatShapes: Readonly<Record<string, () => ChatShape>> = {
  'chat-turns': () => ({
    replies: [fence('I set it.', 'set a 1'), 'Done.', new ScriptEndedError('now')],
    hand: async (chat) => {
      await chat.say('set a');
      await chat.idle(2);
      const block = await chat.run.store.blobs.put('show a');
      await chat.tell({ kind: 'run-block', given: block });
      await chat.say('what is a');
      await eventually('the turn has ended', async () => (await chat.events()).length === 6);
      await chat.tell({ kind: 'stop' });
    },
  }),
  'chat-steered': () => ({
    replies: ['Hm.', 'Well.', 'Hello.'],
    hand: async (chat) => {
      await chat.say('hello');
      await chat.idle(1);
      await chat.tell({ kind: 'undo-turn', given: 1 });
      await chat.tell({ kind: 'choose-model', given: 'another' });
      await chat.say('hello?');
      await chat.idle(2);
      await chat.tell({ kind: 'retry-from', given: 'r2' });
      await chat.idle(3);
      await chat.tell({ kind: 'stop' });
    },
  }),
  'chat-turn-ended': () => ({
    replies: [fence('I set it.', 'set a 1'), 'Nothing.'],
    hand: async (chat) => {
      const release = chat.sessions.hold();
      await chat.say('set a');
      await eventually('the block runs', () => chat.sessions.ran.length === 1);
      await chat.tell({ kind: 'end-turn' });
      await chat.say('and now');
      await chat.idle(1);
      release();
      await chat.tell({ kind: 'stop' });
    },
  }),
};
