import { readReply } from '../../replies/read-reply';

const python = /^(?:python3?|py3?)(?![\w-])/i;

/**
 * The code in a reply of a chat that must be run: its last block that is marked as Python. A block without a mark may be
 * anything, and a single word of prose may be valid Python, so neither counts as code. A reply that was cut off may have an
 * unclosed block without its end, which does not count. null: there is none.
 */
export function codeInReply(
  reply: string,
  { cutOff }: { readonly cutOff: boolean },
): string | null {
  const block = readReply(reply).blocks.findLast(({ info }) => python.test(info));
  return block === undefined || (cutOff && block.open === true)
    ? null
    : block.text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
