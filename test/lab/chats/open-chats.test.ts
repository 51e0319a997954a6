import type { ChatWord } from '../../../client';
import { readSettings } from '../../../config/settings';
import type { Store } from '../../../core/ports/records';
import { chatKey } from '../../../core/refinement/chat-id';
import { ChatConfig } from '../../../core/schemas/chat';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import type { tellChatWork } from '../../../lab/chats/chat-work';
import { EspalierError } from '../../../core/errors/errors';
import { findChat, listChats, OpenChat } from '../../../lab/chats/open-chats';
import type { GivenFile } from '../../../lab/chats/chats';
import type { LabContext } from '../../../lab/lab-context';
import type { Services } from '../../../lab/services/ensure-services';
import { eventsOf, message, noCode, ofChat, ran } from '../../core/refinement/dialogue-player';
import type { Move } from '../../core/refinement/dialogue-player';
import { createMemoryStore } from '../../fakes/memory-store';

/** What the workflow of the chat is told, in order. */
let words: ChatWord[] = [];
const tell: typeof tellChatWork = (_context, _services, { word }) => {
  words.push(word);
  return Promise.resolve();
};
beforeEach(() => (words = []));

const model = { name: 'gpt-x', logicalEndpoint: 'http://models.test/v1' } as const;
const data: GivenFile = { name: 'data.csv', mime: 'text/csv', content: Buffer.from('1,2\n') };

interface Opened {
  readonly chat: OpenChat;
  readonly store: Store;
  /** Records what happens in it next. */
  readonly happens: (...moves: readonly Move[]) => Promise<void>;
}

async function opened(
  kind: 'endpoint' | 'simulated' = 'endpoint',
  tellWork: typeof tellChatWork = tell,
): Promise<Opened> {
  const store = createMemoryStore();
  const config = ChatConfig.parse({
    model: { ...model, kind },
    session: { blockMs: 20_000, memoryMb: 2048 },
  });
  const record = await store.dialogues.createChat('chat-1', config);
  const context = { settings: readSettings({}) } as LabContext;
  const chat = new OpenChat(context, store, {} as Services, record, tellWork);
  const moves: Move[] = [];
  const happens = async (...more: readonly Move[]): Promise<void> => {
    moves.push(...more);
    const events = eventsOf(ofChat, moves);
    for (const [place, event] of events.entries()) {
      await store.dialogues.addEvent(chatKey('chat-1'), place, event);
    }
  };
  return { chat, store, happens };
}

/** The message that was told last, as an event. */
function toldMessage(): DialogueEvent {
  const word = words.at(-1);
  if (word?.kind !== 'give-message') throw new Error('no message was told');
  return { kind: 'message-given', text: word.given.text, files: [...word.given.files] };
}

describe('a chat', () => {
  it('tells a message with its files, whose content is in the store', async () => {
    const { chat, store } = await opened();
    await chat.say('read it', [data]);
    const [word] = words;
    if (word?.kind !== 'give-message') throw new Error('no message was told');
    expect(await store.blobs.get(word.given.text.sha256)).toBe('read it');
    expect(word.given.files).toMatchObject([{ name: 'data.csv', mime: 'text/csv', bytes: 4 }]);
    const content = await store.blobs.get(word.given.files[0]?.sha256 ?? '');
    expect(Buffer.from(content, 'base64').toString()).toBe('1,2\n');
  });

  it('takes back the turn that was seen, and gives its message', async () => {
    const { chat, happens } = await opened();
    expect(await chat.undo()).toBeNull();
    await happens(message('one'), noCode);
    await chat.say('two');
    await happens(toldMessage(), noCode);
    expect(await chat.undo()).toBe('two');
    expect(words.at(-1)).toEqual({ kind: 'undo-turn', given: 2 });
  });

  it('makes the replies of its last turn again, from the first or from one that is named', async () => {
    const { chat, happens } = await opened();
    await happens(message('one'), ran('a'), noCode, message('two'), ran('b'), noCode);
    await chat.retry();
    await chat.retry('r4');
    expect(words).toEqual([
      { kind: 'retry-from', given: 'r3' },
      { kind: 'retry-from', given: 'r4' },
    ]);
  });

  it('sends a message that got no reply once more, with its files', async () => {
    const { chat, happens } = await opened();
    await chat.say('read it', [data]);
    const told = words[0];
    await happens(toldMessage(), { kind: 'turn-ended' });
    await chat.retry();
    expect(words.slice(1)).toEqual([{ kind: 'undo-turn', given: 1 }, told]);
  });

  it('has nothing to make again before anything was said', async () => {
    const { chat } = await opened();
    await expect(chat.retry()).rejects.toMatchObject({ code: 'STEERING_REFUSED' });
    expect(words).toEqual([]);
  });

  it('chooses among the models of an endpoint, and our own server has one only', async () => {
    const { chat } = await opened();
    await chat.chooseModel('gpt-y');
    expect(words).toEqual([{ kind: 'choose-model', given: 'gpt-y' }]);
    const own = await opened('simulated');
    await expect(own.chat.chooseModel('gpt-y')).rejects.toMatchObject({ code: 'STEERING_REFUSED' });
  });

  it('costs what its calls cost, and tells requests that may have been repeated from those that were', async () => {
    const { chat, store } = await opened();
    const used = { calls: 3, promptTokens: 20, completionTokens: 4, costUsd: 0.5 };
    const callTotals = async (run: string) => {
      expect(run).toBe('chat-1');
      return { ...used, resends: 2, knownResends: 1 };
    };
    Object.assign(store.runs, { callTotals });
    expect(await chat.cost()).toEqual({ ...used, repeatedCalls: 2, knownRepeatedCalls: 1 });
  });
});

describe('a word to a chat', () => {
  it('is a block of code that is kept, the end of a turn, or the end of the chat', async () => {
    const { chat, store } = await opened();
    await chat.run('print(1)');
    await chat.endTurn();
    await chat.end();
    const [block, ...others] = words;
    expect(others).toEqual([{ kind: 'end-turn' }, { kind: 'stop' }]);
    if (block?.kind !== 'run-block') throw new Error('no block was told');
    expect(await store.blobs.get(block.given)).toBe('print(1)');
    expect(await chat.text(block.given)).toBe('print(1)');
  });

  it('that ends a turn may come too late, and other trouble with it is told', async () => {
    const failing = (code: string) =>
      opened('endpoint', () =>
        Promise.reject(new EspalierError('no', { code, remedy: 'None', fate: 'terminal' })),
      );
    const late = await failing('STEERING_REFUSED');
    await expect(late.chat.endTurn()).resolves.toBeUndefined();
    await expect(late.chat.end()).rejects.toMatchObject({ code: 'STEERING_REFUSED' });
    const broken = await failing('ENGINE_FAILED');
    await expect(broken.chat.endTurn()).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });
});

describe('the chats of a state folder', () => {
  it('are listed with their model and what was last said, and found by their id', async () => {
    const { store, happens } = await opened();
    await happens(message('one'), noCode);
    const [listed, ...more] = await listChats(store);
    expect(more).toEqual([]);
    expect(listed).toMatchObject({
      ...{ id: 'chat-1', status: 'open', model: 'gpt-x', messages: 1 },
    });
    const [record] = await store.dialogues.chats();
    expect(listed).toMatchObject({ touchedAtMs: record?.touchedAtMs, about: record?.about });
    expect((await findChat(store, 'chat-1')).id).toBe('chat-1');
    await expect(findChat(store, 'chat-2')).rejects.toMatchObject({
      ...{ code: 'CHAT_UNKNOWN', exitCode: 2, message: 'there is no chat "chat-2"' },
    });
  });
});
