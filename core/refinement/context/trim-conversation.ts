import { cutMiddle } from '../../grading/cut-middle';
import type { Message } from '../../schemas/model';
import type { ConversationPart } from './conversation-part';

export interface TrimTerms {
  /** Tokens of a message, including its role. */
  readonly count: (message: Message) => number;
  /** Maximum tokens of a request and its answer together. */
  readonly limit: number;
  /** The part of these that is reserved for the answer. */
  readonly reserve: number;
}

export interface TrimmedConversation {
  readonly messages: readonly Message[];
  /** Messages that are left out. */
  readonly dropped: number;
  /** Messages whose middle is left out. */
  readonly shortened: number;
}

/** Shortest length of a cut output, in characters. A shorter head and tail would say nothing. */
const leastOutput = 400;

/**
 * The oldest rounds and messages are left out first, never a part that must be kept: of these, outputs lose their middle. A
 * line marks each gap. Adjacent messages of the user are joined, so that roles still alternate.
 */
export function trimConversation(
  parts: readonly ConversationPart[],
  { count, limit, reserve }: TrimTerms,
): TrimmedConversation {
  const room = limit - reserve;
  const tokensOf = (messages: readonly Message[]): number =>
    messages.reduce((sum, message) => sum + count(message), 0);
  // Each message is counted once. A later subtraction does not count it again.
  const tokens = parts.map(({ messages }) => tokensOf(messages));
  const gapTokens = count(gapLine(parts.flatMap(({ messages }) => messages).length));
  const gone = new Set<ConversationPart>();
  let total = tokens.reduce((sum, one) => sum + one, 0);
  for (const [index, part] of parts.entries()) {
    if (total <= room) break;
    if (part.keep) continue;
    const before = parts[index - 1];
    const widens = before !== undefined && gone.has(before);
    gone.add(part);
    total += (widens ? 0 : gapTokens) - (tokens[index] ?? 0);
  }
  const dropped = [...gone].reduce((sum, { messages }) => sum + messages.length, 0);
  if (total <= room) return { messages: assembled(parts, gone), dropped, shortened: 0 };
  const outputs = parts
    .filter((part) => !gone.has(part))
    .flatMap((part) => part.messages.filter((message) => isOutput(part, message)));
  const others = total - tokensOf(outputs);
  const longest = outputs.reduce((most, { content }) => Math.max(most, content.length), 0);
  const most = longestFitting(
    (chars) => others + tokensOf(outputs.map((output) => shortened(output, chars))) <= room,
    Math.max(longest, leastOutput),
  );
  return {
    messages: assembled(
      parts.map((part) => (gone.has(part) ? part : shortenedPart(part, most))),
      gone,
    ),
    dropped,
    shortened: outputs.filter(({ content }) => content.length > most).length,
  };
}

function gapLine(messages: number): Message {
  const amount = `${String(messages)} earlier message${messages === 1 ? '' : 's'}`;
  return { role: 'user', content: `[${amount} left out here.]` };
}

/** The kept parts, with a line of the user in every gap. */
function assembled(
  parts: readonly ConversationPart[],
  gone: ReadonlySet<ConversationPart>,
): readonly Message[] {
  const messages: Message[] = [];
  let gap = 0;
  const add = (message: Message): void => {
    const before = messages.at(-1);
    if (gone.size > 0 && message.role === 'user' && before?.role === 'user')
      messages.splice(-1, 1, { ...message, content: `${before.content}\n\n${message.content}` });
    else messages.push(message);
  };
  const endGap = (): void => {
    if (gap > 0) add(gapLine(gap));
    gap = 0;
  };
  for (const part of parts) {
    if (gone.has(part)) {
      gap += part.messages.length;
      continue;
    }
    endGap();
    part.messages.forEach(add);
  }
  endGap();
  return messages;
}

const isOutput = (part: ConversationPart, { role }: Message): boolean =>
  part.kind === 'round' && role !== 'assistant';

const shortened = (output: Message, most: number): Message => ({
  ...output,
  content: cutMiddle(output.content, most),
});

function shortenedPart(part: ConversationPart, most: number): ConversationPart {
  const messages = part.messages.map((message) =>
    isOutput(part, message) ? shortened(message, most) : message,
  );
  return { ...part, messages };
}

/** The largest number up to `highest` that fits. If none fits, the lowest. */
function longestFitting(fits: (chars: number) => boolean, highest: number): number {
  let low = leastOutput;
  let high = highest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
