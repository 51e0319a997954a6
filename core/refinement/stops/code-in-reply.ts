import { readReply } from '../../replies/read-reply';

const python = /^(?:python3?|py3?)(?![\w-])/i;

/**
 * The code that a reply of a chat asks to have run: its last block that says it is Python. Bare blocks may be anything, and
 * prose of one word is Python by accident: neither is code here. Of a reply that was cut off, a block that nothing closes
 * may lack its end, which may change what it does. null: there is none.
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
