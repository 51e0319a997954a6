import type { Reply } from './reply';

/** Prose that decides nothing: the same for every node. */
export function wordsReply(): Reply {
  return {
    text: 'The program goes through its input once and keeps what the answer needs.',
    origin: { rule: 'canned' },
  };
}
