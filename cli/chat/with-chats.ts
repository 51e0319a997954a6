import { NotReadyError } from '../../core/errors';
import type { CommandContext } from '../command-context';
import type { ChatDoor } from './chat-door';

/** The lab's chats for the time of a body. */
export async function withChats<T>(
  context: CommandContext,
  body: (chats: ChatDoor) => Promise<T>,
): Promise<T> {
  void [context, body];
  throw new NotReadyError('there are no chats in this build', 'Build one that has them', {
    code: 'NOT_BUILT',
  });
}
