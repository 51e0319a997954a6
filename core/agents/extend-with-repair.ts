import type { Message } from '../schemas/model';
import { clipText } from '../values/text-excerpt';
import { quoteAsData } from '../words/quote-as-data';

/** Of the bad reply, this much is shown, in UTF-16 code units. */
const shownOfReply = 1000;

/** The conversation with its last user turn extended. No turn is added: the last assistant turn stays the program. */
export function extendWithRepair(
  messages: readonly Message[],
  badReply: string,
  problem: string,
): readonly Message[] {
  const head = clipText(badReply.trim(), shownOfReply);
  const shown =
    head === ''
      ? 'Your reply to this was empty.'
      : `Your reply to this could not be used: ${problem}. It began:\n\n${quoteAsData(head)}`;
  const request = `${shown}\n\nAnswer once more, in exactly the form that was asked for.`;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) =>
    index === last ? { ...message, content: `${message.content}\n\n${request}` } : message,
  );
}
