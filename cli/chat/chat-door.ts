import type { ChatRequest } from '../../lab/chats/chat-request';
import type { Chat, ListedChat } from '../../lab/chats/chats';

/** What the lab does for chats, as far as the terminal needs it. */
export interface ChatDoor {
  /** @throws UsageError for what cannot be a chat; NotReadyError for what this machine lacks */
  readonly open: (request: ChatRequest) => Promise<Chat>;
  /** @throws UsageError (`CHAT_UNKNOWN`) */
  readonly attach: (id: string) => Promise<Chat>;
  /** The one touched last comes first. */
  readonly list: () => Promise<readonly ListedChat[]>;
  /** Writes messages, transcript and notebook into a folder. */
  readonly export: (
    id: string,
    folder: string,
    options: { readonly force: boolean },
  ) => Promise<{ readonly directory: string; readonly files: readonly string[] }>;
}
