import { readReply } from './read-reply';

/** A reply without its `<think>` blocks, and without white space around it. */
export function stripReasoning(reply: string): string {
  return readReply(reply).answer.trim();
}
