import { canonicalJson, type JsonValue } from '../../core/values/canonical-json';
import type { ChatRecord, DialogueStore, LiveWords } from '../../core/ports/dialogue';
import type { AttemptKey } from '../../core/ports/records';
import type { DialogueEvent, RunBlock } from '../../core/schemas/dialogue';
import { DialogueMovedError } from '../../store';

/** Dialogues in memory that keep the promises of the port. */
export function createMemoryDialogues(now: () => number): DialogueStore {
  const events = new Map<string, { readonly event: DialogueEvent; readonly atMs: number }[]>();
  const blocks = new Map<string, RunBlock>();
  const chats = new Map<string, Omit<ChatRecord, 'touchedAtMs'>>();
  const live = new Map<string, LiveWords[]>();
  const name = ({ run, problem, sample }: AttemptKey, ...more: readonly string[]): string =>
    JSON.stringify([run, problem, sample, ...more]);
  const touched = (chat: Omit<ChatRecord, 'touchedAtMs'>): ChatRecord => {
    const newest = events.get(name({ run: chat.id, problem: 'chat', sample: 0 }))?.at(-1);
    return { ...chat, touchedAtMs: newest?.atMs ?? chat.createdAtMs };
  };
  const json = (value: object): string => canonicalJson(value as JsonValue);
  return {
    addEvent: async (key, place, event) => {
      const list = events.get(name(key)) ?? [];
      const there = list[place]?.event;
      if (there !== undefined && json(there) !== json(event)) {
        throw new DialogueMovedError(name(key), place);
      }
      if (there === undefined) list[place] = { event, atMs: now() };
      events.set(name(key), list);
    },
    newestEventAtMs: async (key) => events.get(name(key))?.at(-1)?.atMs ?? null,
    events: async (key, from = 0) =>
      (events.get(name(key)) ?? []).slice(from).map(({ event }) => event),
    saveBlock: async (key, block, result) => {
      if (!blocks.has(name(key, block))) blocks.set(name(key, block), result);
    },
    block: async (key, block) => blocks.get(name(key, block)) ?? null,
    createChat: async (id, config) => {
      const chat = chats.get(id) ?? {
        id,
        config,
        status: 'open' as const,
        waiting: null,
        createdAtMs: now(),
      };
      chats.set(id, chat);
      return touched(chat);
    },
    chat: async (id) => {
      const chat = chats.get(id);
      return chat === undefined ? null : touched(chat);
    },
    chats: async () =>
      [...chats.values()]
        .map((chat) => {
          const all = events.get(name({ run: chat.id, problem: 'chat', sample: 0 })) ?? [];
          const said = all.flatMap(({ event }) => (event.kind === 'message-given' ? [event] : []));
          const about = said[0]?.text.excerpt ?? '';
          return { ...touched(chat), messages: said.length, about };
        })
        .sort((left, right) => right.touchedAtMs - left.touchedAtMs),
    setChatStatus: async (id, status) => {
      const chat = chats.get(id);
      if (chat === undefined) throw new Error(`nothing stored as chat ${id}`);
      chats.set(id, { ...chat, status });
    },
    setChatWaiting: async (id, waiting) => {
      const chat = chats.get(id);
      if (chat === undefined) throw new Error(`nothing stored as chat ${id}`);
      chats.set(id, { ...chat, waiting });
    },
    sayLive: async (key, words) => {
      const said = live.get(name(key, words.round)) ?? [];
      live.set(name(key, words.round), [...said, { ...words, place: said.length }]);
    },
    heardLive: async (key, round, after) =>
      (live.get(name(key, round)) ?? []).filter(({ place }) => place > after),
    forgetLive: async (key, round) => {
      live.delete(name(key, round));
    },
  };
}
