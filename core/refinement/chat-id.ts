import type { AttemptKey } from '../durable/attempt-key';

const prefix = 'chat-';

/** Whether this is the id of a chat. No run has such an id, because no method has this name. */
export function chatId(random: string): string {
  return `${prefix}${random}`;
}

export function isChatId(id: string): boolean {
  return id.startsWith(prefix);
}

/** Key of the dialogue of a chat among the dialogues of runs. */
export function chatKey(id: string): AttemptKey {
  return { run: id, problem: 'chat', sample: 0 };
}
