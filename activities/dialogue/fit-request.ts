import type { ConversationPart } from '../../core/refinement/context/conversation-part';
import { trimConversation } from '../../core/refinement/context/trim-conversation';
import type { TrimmedConversation } from '../../core/refinement/context/trim-conversation';
import { countTokens } from '../../llm';

export interface ContextTerms {
  /** Absent: no limit of ours. */
  readonly contextTokens?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** Tokens of a message beside its text. */
const tokensPerMessage = 4;
/** Tokens reserved for the answer if no limit is set. A small window reserves a quarter. */
const usualReserve = 1024;

/** The part of a conversation that fits into the window. The newest messages are kept. */
export function fitRequest(
  parts: readonly ConversationPart[],
  { contextTokens, maxTokens }: ContextTerms,
): Pick<TrimmedConversation, 'messages' | 'dropped'> {
  if (contextTokens === undefined) {
    return { messages: parts.flatMap(({ messages }) => messages), dropped: 0 };
  }
  const reserve = Math.min(maxTokens ?? usualReserve, Math.ceil(contextTokens / 4));
  const { messages, dropped, shortened } = trimConversation(parts, {
    count: ({ content }) => tokensPerMessage + countTokens(content),
    limit: contextTokens,
    reserve,
  });
  return { messages, dropped: dropped + shortened };
}
