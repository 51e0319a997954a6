import { resolve } from 'node:path';

import { withStore } from '../../lab/with-store';
import { attachChat, findChat, listChats, openChat } from '../../lab/chats/open-chats';
import type { OpenChat } from '../../lab/chats/open-chats';
import type { CommandContext } from '../command-context';
import { chatKey } from '../../core/refinement/chat-id';
import { exportDialogue } from '../../report/dialogue/export-dialogue';
import type { ChatDoor } from './chat-door';

/** The lab's chats for the time of a body. */
export async function withChats<T>(
  context: CommandContext,
  body: (chats: ChatDoor) => Promise<T>,
): Promise<T> {
  return withStore(context, async (store) => {
    const open: OpenChat[] = [];
    const opened = (chat: OpenChat): OpenChat => {
      open.push(chat);
      return chat;
    };
    try {
      return await body({
        open: async (request) => opened(await openChat(context, store, request)),
        attach: async (id) => opened(await attachChat(context, store, id)),
        list: () => listChats(store),
        export: async (id, folder, { force }) =>
          exportDialogue({
            store,
            key: chatKey((await findChat(store, id)).id),
            directory: resolve(folder),
            force,
          }),
      });
    } finally {
      await Promise.all(open.map((chat) => chat.close()));
    }
  });
}
