import type { ConversationPart } from '../../core/refinement/context/conversation-part';
import { trimConversation } from '../../core/refinement/context/trim-conversation';
import type { TrimmedConversation } from '../../core/refinement/context/trim-conversation';
import type { Message } from '../../core/schemas/model';
import { countTokens } from '../../llm';

export interface ContextTerms {
  /** Absent: no limit of ours. */
  readonly contextTokens?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** What every message takes beside its text. */
const tokensPerMessage = 4;
/** Kept for the answer where nobody says how long it may be; of a small window a quarter. */
const usualReserve = 1024;

/** As much of a conversation as the window takes, the newest first. */
export async function fitRequest(
  parts: readonly ConversationPart[],
  { contextTokens, maxTokens }: ContextTerms,
): Promise<Pick<TrimmedConversation, 'messages' | 'dropped'>> {
  if (contextTokens === undefined) {
    return { messages: parts.flatMap(({ messages }) => messages), dropped: 0 };
  }
  const reserve = Math.min(maxTokens ?? usualReserve, Math.ceil(contextTokens / 4));
  const count = await counter(parts);
  const { messages, dropped, shortened } = trimConversation(parts, {
    count,
    limit: contextTokens,
    reserve,
  });
  return { messages, dropped: dropped + shortened };
}

/** Trimming asks for its counts at once; what it shortens is guessed, rather too long than too short. */
async function counter(parts: readonly ConversationPart[]): Promise<(message: Message) => number> {
  const counts = new Map<string, number>();
  for (const { content } of parts.flatMap(({ messages }) => messages)) {
    counts.set(content, tokensPerMessage + (await countTokens(content)));
  }
  return ({ content }) => counts.get(content) ?? tokensPerMessage + Math.ceil(content.length / 3);
}
