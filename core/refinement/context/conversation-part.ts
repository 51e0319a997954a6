import type { Message } from '../../schemas/model';

/** Messages that are kept or left out together when a conversation is trimmed. */
export interface ConversationPart {
  /** `task`: the task of the dialogue. `message`: a later message of a person. `round`: a reply and its results. */
  readonly kind: 'task' | 'message' | 'round';
  /** A part that is never left out: the task, the last message of the person, the newest program, the newest error. */
  readonly keep: boolean;
  readonly messages: readonly Message[];
}
