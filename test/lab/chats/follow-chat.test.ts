import { chatKey } from '../../../core/refinement/chat-id';
import { liveName } from '../../../core/refinement/live-name';
import { foldDialogue } from '../../../core/refinement/dialogue-state';
import { ChatConfig } from '../../../core/schemas/chat';
import type { Store } from '../../../core/ports/records';
import { followChat } from '../../../lab/chats/follow-chat';
import type { ChatNews } from '../../../lab/chats/chats';
import { eventually } from '../../../laboratory/home/eventually';
import { eventsOf, message, noCode, ofChat } from '../../core/refinement/dialogue-player';
import type { Move } from '../../core/refinement/dialogue-player';
import { createMemoryStore } from '../../fakes/memory-store';

const id = 'chat-1';
const key = chatKey(id);

/** Somebody who follows a chat, and what they have got so far. */
class Follower {
  readonly news: ChatNews[] = [];
  /** What was due each time services were looked after. */
  readonly looks: boolean[] = [];
  /** Why services cannot be kept alive. */
  why: string | null = null;
  over = false;
  private readonly ended = new AbortController();

  constructor(store: Store, from = 0) {
    void this.follow(store, from);
  }

  get kinds(): readonly string[] {
    return this.news.map((one) => (one.kind === 'event' ? one.event.kind : one.kind));
  }

  leave(): void {
    this.ended.abort();
  }

  private async follow(store: Store, from: number): Promise<void> {
    const lookAround = async (due: boolean): Promise<string | null> => {
      this.looks.push(due);
      return this.why;
    };
    const { signal } = this.ended;
    const parts = { store, id, config: { blocks: 3 }, signal, from, lookAround };
    for await (const one of followChat(parts)) this.news.push(one);
    this.over = true;
  }
}

describe('a caller that follows a chat', () => {
  let store: Store;
  let moves: Move[] = [];
  const followers: Follower[] = [];
  const follower = (from?: number): Follower => {
    const one = new Follower(store, from);
    followers.push(one);
    return one;
  };
  const happens = async (...more: readonly Move[]): Promise<void> => {
    moves.push(...more);
    for (const [place, event] of eventsOf(ofChat, moves).entries()) {
      await store.dialogues.addEvent(key, place, event);
    }
  };
  beforeEach(async () => {
    moves = [];
    store = createMemoryStore();
    const model = { kind: 'simulated', name: 'simulated', logicalEndpoint: 'simulated' } as const;
    const session = { blockMs: 20_000, memoryMb: 2048 };
    await store.dialogues.createChat(id, ChatConfig.parse({ model, session }));
  });
  afterEach(() => {
    for (const one of followers.splice(0)) one.leave();
  });

  it('gets each event once, with its place, and is told each time when a person is waited for', async () => {
    await happens(message('one'), noCode);
    const person = follower();
    await eventually('the first turn', () => person.kinds.includes('waiting'));
    await happens(message('two'), noCode);
    await eventually('the second turn', () => person.kinds.length >= 6);
    expect(person.kinds).toEqual([
      ...['message-given', 'round-made', 'waiting'],
      ...['message-given', 'round-made', 'waiting'],
    ]);
    const places = person.news.flatMap((one) => (one.kind === 'event' ? [one.place] : []));
    expect(places).toEqual([0, 1, 2, 3]);
  });

  it('gets the events from a place on, that of the place too', async () => {
    await happens(message('one'), noCode, message('two'), noCode);
    const person = follower(2);
    await eventually('the end of the turn', () => person.kinds.includes('waiting'));
    expect(person.news.slice(0, 2)).toMatchObject([
      { place: 2, event: { kind: 'message-given' } },
      { place: 3, event: { kind: 'round-made' } },
    ]);
    expect(person.kinds).toHaveLength(3);
  });

  it('gets what is being written once, by the name of the round that it will be', async () => {
    await happens(message('one'));
    const state = foldDialogue(ofChat, eventsOf(ofChat, moves));
    const round = liveName('r1', state);
    const say = (text: string) => store.dialogues.sayLive(key, { round, kind: 'reply', text });
    await say('Let ');
    const person = follower();
    await eventually('the first words', () => person.kinds.includes('live'));
    await say('us');
    await eventually('the next words', () => person.kinds.length === 3);
    expect(person.kinds).toEqual(['message-given', 'live', 'live']);
    expect(person.news.slice(1)).toMatchObject([
      { words: { round: 'r1', place: 0, text: 'Let ' } },
      { words: { round: 'r1', place: 1, text: 'us' } },
    ]);
  });

  it('gets what a block of a person writes while it runs', async () => {
    await happens(message('one'), noCode);
    const state = foldDialogue(ofChat, eventsOf(ofChat, moves));
    const round = liveName('b2', state);
    await store.dialogues.sayLive(key, { round, kind: 'output', text: '{}' });
    const person = follower();
    await eventually('the output', () => person.kinds.includes('live'));
    expect(person.news.filter(({ kind }) => kind === 'live')).toMatchObject([
      { words: { round: 'b2', kind: 'output' } },
    ]);
  });

  it('has services looked after at once, and the model asked for only when it is due', async () => {
    const idle = follower();
    await eventually('a look', () => idle.looks.length > 0);
    expect(idle.looks[0]).toBe(false);
    await happens(message('one'));
    const due = follower();
    await eventually('a look', () => due.looks.length > 0);
    expect(due.looks[0]).toBe(true);
  });

  it('is told what is wrong: with the services before what the chat itself waits for', async () => {
    await happens(message('one'));
    await store.dialogues.setChatWaiting(id, 'no key');
    const waits = follower();
    const person = follower();
    person.why = 'no engine';
    await eventually('both', () => [waits, person].every(({ kinds }) => kinds.includes('trouble')));
    expect(waits.news.at(-1)).toEqual({ kind: 'trouble', why: 'no key' });
    expect(person.news.at(-1)).toEqual({ kind: 'trouble', why: 'no engine' });
  });

  it('gets no more once the chat has ended', async () => {
    await happens(message('one'), noCode, { kind: 'stopped' });
    const person = follower();
    await eventually('the end', () => person.over);
    expect(person.kinds).toEqual(['message-given', 'round-made', 'stopped', 'waiting']);
  });
});
