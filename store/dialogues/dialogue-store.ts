import type { DialogueStore } from '../../core/ports/dialogue';
import type { StoreContext } from '../store-context';
import { createChatRecords } from './chats';
import { createEventRecords } from './events';
import { createLiveWords } from './live-words';

export function createDialogueStore(context: StoreContext): DialogueStore {
  return {
    ...createEventRecords(context),
    ...createChatRecords(context),
    ...createLiveWords(context),
  };
}
