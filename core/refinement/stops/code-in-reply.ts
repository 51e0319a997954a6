import { readReply } from '../../replies/read-reply';

const python = /^(?:python3?|py3?)(?![\w-])/i;

/**
 * The last block marked as Python. An unmarked block may be anything, and a word of prose may be Python. An unclosed block of
 * a reply that was cut off does not count. null: there is none.
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
