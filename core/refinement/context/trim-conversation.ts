import { cutMiddle } from '../../grading/cut-middle';
import type { Message } from '../../schemas/model';
import type { ConversationPart } from './conversation-part';

export interface TrimTerms {
  /** Tokens of a message, with what its role takes. */
  readonly count: (message: Message) => number;
  /** Tokens that request and answer may have together. */
  readonly limit: number;
  /** Of these, kept for the answer. */
  readonly reserve: number;
}

export interface TrimmedConversation {
  readonly messages: readonly Message[];
  /** Messages that are left out. */
  readonly dropped: number;
  /** Messages whose middle is left out. */
  readonly shortened: number;
  /** false: what must not be left out is too much by itself. */
  readonly fits: boolean;
  /** What the person is told; null: nothing is left out. */
  readonly note: string | null;
}

/** An output is not cut shorter than this: its head and tail would say nothing. In characters. */
const leastOutput = 400;

/**
 * The newest of a conversation that there is room for. The oldest rounds and messages go first, but never what is to be
 * kept; if that alone is too much, the middle of the outputs in it goes. Where something was left out a line says so to
 * the model. Messages of the user's that come to stand beside each other are made one, so that roles still take turns.
 */
export function trimConversation(
  parts: readonly ConversationPart[],
  { count, limit, reserve }: TrimTerms,
): TrimmedConversation {
  const counted = remembered(count);
  const fits = (messages: readonly Message[]): boolean =>
    messages.reduce((sum, message) => sum + counted(message), 0) <= limit - reserve;
  const gone = new Set<ConversationPart>();
  const candidates = parts.filter(({ keep }) => !keep).values();
  for (;;) {
    const messages = assembled(parts, gone);
    if (fits(messages)) return trimmed(messages, gone);
    const next = candidates.next();
    if (next.done === true) break;
    gone.add(next.value);
  }
  const at = (most: number): readonly Message[] =>
    assembled(
      parts.map((part) => (gone.has(part) ? part : shortenedPart(part, most))),
      gone,
    );
  const most = longestFitting((chars) => fits(at(chars)), longestOutput(parts, gone));
  return { ...trimmed(at(most), gone, cutOutputs(parts, gone, most)), fits: fits(at(most)) };
}

function trimmed(
  messages: readonly Message[],
  gone: ReadonlySet<ConversationPart>,
  shortened = 0,
): TrimmedConversation {
  const dropped = [...gone].reduce((sum, part) => sum + part.messages.length, 0);
  return { messages, dropped, shortened, fits: true, note: noteOf(dropped, shortened) };
}

function noteOf(dropped: number, shortened: number): string | null {
  const said = [
    ...(dropped === 0 ? [] : [`${amount(dropped, 'earlier message')} left out`]),
    ...(shortened === 0 ? [] : [`${amount(shortened, 'long output')} shortened`]),
  ];
  return said.length === 0 ? null : `The context is full: ${said.join(', ')}.`;
}

function amount(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** The parts that stay, with a line of the user's in every gap. */
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
    if (gap > 0)
      add({ role: 'user', content: `[${amount(gap, 'earlier message')} left out here.]` });
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

function shortenedPart(part: ConversationPart, most: number): ConversationPart {
  const messages = part.messages.map((message) =>
    isOutput(part, message) ? { ...message, content: cutMiddle(message.content, most) } : message,
  );
  return { ...part, messages };
}

function outputLengths(
  parts: readonly ConversationPart[],
  gone: ReadonlySet<ConversationPart>,
): readonly number[] {
  return parts
    .filter((part) => !gone.has(part))
    .flatMap((part) => part.messages.filter((message) => isOutput(part, message)))
    .map(({ content }) => content.length);
}

function longestOutput(...of: Parameters<typeof outputLengths>): number {
  return outputLengths(...of).reduce((most, length) => Math.max(most, length), leastOutput);
}

function cutOutputs(
  parts: readonly ConversationPart[],
  gone: ReadonlySet<ConversationPart>,
  most: number,
): number {
  return outputLengths(parts, gone).filter((length) => length > most).length;
}

/** The largest number up to `highest` that fits; the least one where none does. */
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

/** The same message is counted once. */
function remembered(count: (message: Message) => number): (message: Message) => number {
  const known = new WeakMap<Message, number>();
  return (message) => {
    const tokens = known.get(message) ?? count(message);
    known.set(message, tokens);
    return tokens;
  };
}
