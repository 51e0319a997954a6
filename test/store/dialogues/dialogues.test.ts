import type { AttemptKey, Store } from '../../../core/ports/records';
import { ChatConfig } from '../../../core/schemas/chat';
import type { DialogueEvent, RunBlock } from '../../../core/schemas/dialogue';
import { callUse, modelAnswer, modelRequest } from '../../../laboratory/fakes/model-requests';
import { textRef } from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

const key: AttemptKey = { run: 'chat-1', problem: 'chat', sample: 0 };
const chatConfig = ChatConfig.parse({
  model: { kind: 'endpoint', name: 'gpt-4o-mini', logicalEndpoint: 'http://models.test/v1' },
  session: { blockMs: 20_000, memoryMb: 2048 },
});
const said = (text: string): DialogueEvent => ({
  kind: 'message-given',
  text: textRef(text),
  files: [],
});
const block = (end: RunBlock['end']): RunBlock => ({
  on: 'session',
  end,
  words: textRef('4'),
  output: 'a'.repeat(64),
  artefacts: [],
  rebuilt: null,
});

let here: StoreFolder;
let store: Store;
let now = 0;
beforeEach(async () => {
  now = 1_000;
  here = createStoreFolder();
  store = await here.open({ clock: () => now });
});
afterEach(() => here.dispose());

describe('the events of a dialogue', () => {
  it('come back in order, all of them or from a place on, to whoever opens the store again', async () => {
    await store.dialogues.addEvent(key, 1, { kind: 'model-chosen', model: 'other' });
    await store.dialogues.addEvent(key, 0, said('hello'));
    await store.dialogues.addEvent({ ...key, sample: 1 }, 0, said('elsewhere'));
    const again = await here.open();
    expect(await again.dialogues.events(key)).toEqual([
      said('hello'),
      { kind: 'model-chosen', model: 'other' },
    ]);
    expect(await again.dialogues.events(key, 1)).toEqual([
      { kind: 'model-chosen', model: 'other' },
    ]);
    expect(await again.dialogues.events({ ...key, run: 'chat-2' })).toEqual([]);
  });

  it('are kept once when told twice, also by two processes at once', async () => {
    const other = await here.open();
    await Promise.all(
      [store, other, store].map(({ dialogues }) => dialogues.addEvent(key, 0, said('hello'))),
    );
    expect(await store.dialogues.events(key)).toEqual([said('hello')]);
  });

  it('refuse another event at a place that is taken, and stay as they are', async () => {
    await store.dialogues.addEvent(key, 0, said('hello'));
    await expect(store.dialogues.addEvent(key, 0, said('goodbye'))).rejects.toMatchObject({
      code: 'DIALOGUE_MOVED',
      fate: 'terminal',
      place: 0,
    });
    expect(await store.dialogues.events(key)).toEqual([said('hello')]);
  });
});

describe('the newest event of a dialogue', () => {
  it('is the one at the last place, whenever it was told', async () => {
    expect(await store.dialogues.newestEventAtMs(key)).toBeNull();
    await store.dialogues.addEvent(key, 0, said('one'));
    now = 2_000;
    await store.dialogues.addEvent(key, 1, said('two'));
    await store.dialogues.addEvent({ ...key, sample: 1 }, 5, said('elsewhere'));
    expect(await store.dialogues.newestEventAtMs(key)).toBe(2_000);
  });
});

describe('what a block came to', () => {
  it('is kept as it was saved first', async () => {
    expect(await store.dialogues.block(key, 'r1')).toBeNull();
    await store.dialogues.saveBlock(key, 'r1', block('finished'));
    await store.dialogues.saveBlock(key, 'r1', block('raised'));
    expect(await store.dialogues.block(key, 'r1')).toEqual(block('finished'));
    expect(await store.dialogues.block(key, 'b3')).toBeNull();
    await store.dialogues.saveBlock(key, 'b3', block('raised'));
    expect(await store.dialogues.block(key, 'b3')).toEqual(block('raised'));
    expect(await store.dialogues.block(key, 'r1')).toEqual(block('finished'));
  });
});

describe('dialogues', () => {
  const others: readonly AttemptKey[] = [
    { ...key, run: 'chat-2' },
    { ...key, problem: 'other' },
    { ...key, sample: 1 },
  ];

  it('are kept apart by run, problem and sample: events and blocks', async () => {
    for (const [nth, other] of others.entries()) {
      now = 5_000 + nth;
      await store.dialogues.addEvent(other, 0, said(`elsewhere ${String(nth)}`));
      await store.dialogues.saveBlock(other, 'r1', block('raised'));
    }
    expect(await store.dialogues.events(key)).toEqual([]);
    expect(await store.dialogues.newestEventAtMs(key)).toBeNull();
    expect(await store.dialogues.block(key, 'r1')).toBeNull();
    now = 1_500;
    await store.dialogues.addEvent(key, 0, said('here'));
    await store.dialogues.saveBlock(key, 'r1', block('finished'));
    expect(await store.dialogues.newestEventAtMs(key)).toBe(1_500);
    expect(await store.dialogues.events(key)).toEqual([said('here')]);
    expect(await store.dialogues.block(key, 'r1')).toEqual(block('finished'));
  });

  it('are kept apart by run, problem and sample: live words', async () => {
    const say = (of: AttemptKey, text: string) =>
      store.dialogues.sayLive(of, { round: 'r1', kind: 'reply', text });
    for (const other of others) await say(other, 'elsewhere');
    await say(key, 'here');
    await say(key, 'and here');
    const heard = await store.dialogues.heardLive(key, 'r1', -1);
    expect(heard.map(({ place, text }) => [place, text])).toEqual([
      [0, 'here'],
      [1, 'and here'],
    ]);
    await store.dialogues.forgetLive(key, 'r2');
    expect(await store.dialogues.heardLive(key, 'r1', 0)).toHaveLength(1);
    await store.dialogues.forgetLive(key, 'r1');
    for (const other of others) {
      expect(await store.dialogues.heardLive(other, 'r1', -1)).toHaveLength(1);
    }
  });

  it('name the event, the block and the chat that cannot be read', async () => {
    await store.dialogues.addEvent(key, 3, said('hello'));
    await store.dialogues.saveBlock(key, 'r1', block('finished'));
    await store.dialogues.sayLive(key, { round: 'r1', kind: 'reply', text: 'x' });
    await store.dialogues.createChat('chat-1', chatConfig);
    here.database((opened) =>
      opened.exec(
        "update dialogue_events set event = '{}'; update dialogue_blocks set result = '{}';" +
          " update live_words set kind = 'shout'; update chats set status = 'lost'",
      ),
    );
    const { dialogues } = store;
    await expect(dialogues.events(key)).rejects.toThrow('event 3 of attempt chat-1/chat/0');
    await expect(dialogues.block(key, 'r1')).rejects.toThrow('block r1 of attempt chat-1/chat/0');
    await expect(dialogues.heardLive(key, 'r1', -1)).rejects.toThrow(
      'live words of attempt chat-1/chat/0',
    );
    await expect(dialogues.chat('chat-1')).rejects.toThrow('status of chat chat-1');
    here.database((opened) => opened.exec("update chats set status = 'open', config = '{}'"));
    await expect(dialogues.chats()).rejects.toThrow('configuration of chat chat-1');
  });
});

describe('chats', () => {
  it('are kept as they were created first', async () => {
    const created = await store.dialogues.createChat('chat-1', chatConfig);
    now = 2_000;
    const again = await store.dialogues.createChat('chat-1', { ...chatConfig, seed: 9 });
    expect(again).toEqual(created);
    expect(created).toEqual({
      id: 'chat-1',
      config: chatConfig,
      status: 'open',
      waiting: null,
      createdAtMs: 1_000,
      touchedAtMs: 1_000,
    });
  });

  it('come with the one touched last first', async () => {
    for (const id of ['chat-1', 'chat-2', 'chat-3']) {
      await store.dialogues.createChat(id, chatConfig);
    }
    now = 5_000;
    await store.dialogues.addEvent({ ...key, run: 'chat-2' }, 0, said('hello'));
    await store.dialogues.addEvent({ ...key, run: 'chat-2' }, 1, { kind: 'approved' });
    now = 7_000;
    await store.dialogues.addEvent({ ...key, run: 'chat-3' }, 0, said('elsewhere'));
    now = 9_000;
    await store.dialogues.addEvent({ ...key, run: 'chat-2' }, 2, said('and more'));
    const listed = await store.dialogues.chats();
    expect(
      listed.map(({ id, touchedAtMs, messages, about }) => [id, touchedAtMs, messages, about]),
    ).toEqual([
      ['chat-2', 9_000, 2, 'hello'],
      ['chat-3', 7_000, 1, 'elsewhere'],
      ['chat-1', 1_000, 0, ''],
    ]);
    expect(listed.map(({ createdAtMs }) => createdAtMs)).toEqual([1_000, 1_000, 1_000]);
  });

  it('touched at one time come by id, each with its own state', async () => {
    for (const id of ['chat-b', 'chat-a']) await store.dialogues.createChat(id, chatConfig);
    await store.dialogues.setChatStatus('chat-b', 'ended');
    await store.dialogues.setChatWaiting('chat-b', 'no key');
    now = 2_000;
    await store.dialogues.addEvent({ ...key, run: 'chat-c' }, 0, said('of no chat'));
    expect(await store.dialogues.chats()).toMatchObject([
      { id: 'chat-a', status: 'open', waiting: null, createdAtMs: 1_000, touchedAtMs: 1_000 },
      { id: 'chat-b', status: 'ended', waiting: 'no key', config: chatConfig },
    ]);
    await expect(store.dialogues.setChatWaiting('chat-c', 'x')).rejects.toThrow('chat chat-c');
  });

  it('can be ended, and one that is not there cannot', async () => {
    await store.dialogues.createChat('chat-1', chatConfig);
    await store.dialogues.setChatStatus('chat-1', 'ended');
    expect(await store.dialogues.chat('chat-1')).toMatchObject({ status: 'ended' });
    expect(await store.dialogues.chat('chat-2')).toBeNull();
    await expect(store.dialogues.setChatStatus('chat-2', 'ended')).rejects.toMatchObject({
      code: 'RECORD_MISSING',
    });
  });
});

describe('what a chat waits for', () => {
  it('is kept until nothing is waited for', async () => {
    await store.dialogues.createChat('chat-1', chatConfig);
    await store.dialogues.setChatWaiting('chat-1', 'no key');
    expect(await store.dialogues.chat('chat-1')).toMatchObject({
      status: 'open',
      waiting: 'no key',
    });
    await store.dialogues.setChatWaiting('chat-1', null);
    expect(await store.dialogues.chat('chat-1')).toMatchObject({ waiting: null });
  });
});

describe('live words', () => {
  const say = (round: string, text: string): Promise<void> =>
    store.dialogues.sayLive(key, { round, kind: 'reply', text });

  it('are heard from a place on, in order', async () => {
    for (const text of ['Let ', 'us ', 'see']) await say('r1', text);
    const other = await here.open();
    await other.dialogues.sayLive(key, { round: 'r1', kind: 'output-restart', text: '' });
    expect(await store.dialogues.heardLive(key, 'r1', -1)).toHaveLength(4);
    expect(await store.dialogues.heardLive(key, 'r1', 1)).toEqual([
      { place: 2, round: 'r1', kind: 'reply', text: 'see' },
      { place: 3, round: 'r1', kind: 'output-restart', text: '' },
    ]);
  });

  it('are gone once the round is made', async () => {
    await say('r1', 'x');
    await store.dialogues.forgetLive(key, 'r1');
    expect(await store.dialogues.heardLive(key, 'r1', -1)).toEqual([]);
  });

  it('of a round that was given up go when the next one begins to speak', async () => {
    const elsewhere = { ...key, run: 'chat-2' };
    await store.dialogues.sayLive(elsewhere, { round: 'r1', kind: 'reply', text: 'still here' });
    await say('r1', 'given up');
    await say('r2', 'next');
    expect(await store.dialogues.heardLive(key, 'r1', -1)).toEqual([]);
    expect(await store.dialogues.heardLive(key, 'r2', -1)).toHaveLength(1);
    expect(await store.dialogues.heardLive(elsewhere, 'r1', -1)).toHaveLength(1);
  });

  it('of a dialogue that nobody goes on with are gone after a day', async () => {
    await say('r1', 'left behind');
    const elsewhere = { ...key, run: 'chat-2' };
    now += 24 * 60 * 60 * 1_000;
    await store.dialogues.sayLive(
      { ...key, run: 'chat-3' },
      { round: 'r1', kind: 'reply', text: 'x' },
    );
    expect(await store.dialogues.heardLive(key, 'r1', -1)).toHaveLength(1);
    now += 1;
    await store.dialogues.sayLive(elsewhere, { round: 'r1', kind: 'reply', text: 'x' });
    expect(await store.dialogues.heardLive(key, 'r1', -1)).toEqual([]);
  });
});

describe('the calls of a chat', () => {
  it('are recorded under its id without a run, rounds ordered as numbers', async () => {
    let made = 0;
    for (const round of ['r10', 'r2', 'r1']) {
      made += 1;
      const identity = made.toString(16).padStart(64, '0');
      const { context, repair } = callUse();
      const use = { ...key, context, repair, kind: 'dialogue', round } as const;
      const request = modelRequest({ draw: { sample: 0, ordinal: made } });
      await store.journal.claim({ identity, request, use, owner: 'one', leaseMs: 60_000 });
      await store.journal.answer(identity, modelAnswer(), { use, requests: ['answered'] });
    }
    const calls = await store.runs.calls('chat-1');
    expect(calls.map((call) => (call.kind === 'dialogue' ? call.round : null))).toEqual([
      'r1',
      'r2',
      'r10',
    ]);
    expect(await store.runs.callTotals('chat-1')).toMatchObject({ calls: 3 });
  });
});
