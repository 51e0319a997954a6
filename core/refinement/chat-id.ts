import type { AttemptKey } from '../durable/attempt-key';

const prefix = 'chat-';

/** A chat's id; runs have none like it, since no method is called so. */
export function chatId(random: string): string {
  return `${prefix}${random}`;
}

export function isChatId(id: string): boolean {
  return id.startsWith(prefix);
}

/** What a chat's dialogue is known by, among those of runs. */
export function chatKey(id: string): AttemptKey {
  return { run: id, problem: 'chat', sample: 0 };
}
