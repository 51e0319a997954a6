import { readReply } from '../../agents/read-reply';

const python = /^(?:python3?|py3?)(?![\w-])/i;

/**
 * The code that a reply of a chat asks to have run: its last block that says it is Python. Bare blocks may be anything, and
 * prose of one word is Python by accident: neither is code here. null: there is none.
 */
export function codeInReply(reply: string): string | null {
  const block = readReply(reply).blocks.findLast(({ info }) => python.test(info));
  return block === undefined ? null : block.text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
