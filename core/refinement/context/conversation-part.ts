import type { Message } from '../../schemas/model';

/** What stays or goes together when a conversation is trimmed. */
export interface ConversationPart {
  /** `task`: what everything is about. `message`: what a person said later. `round`: a reply, and what came of it. */
  readonly kind: 'task' | 'message' | 'round';
  /** It is never left out: the task, what a person said last, the newest program, the newest error. */
  readonly keep: boolean;
  readonly messages: readonly Message[];
}
