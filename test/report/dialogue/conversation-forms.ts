import type {
  Conversation,
  ConversationEntry,
  SavedFile,
} from '../../../report/dialogue/conversation';

type Entry<Kind extends ConversationEntry['kind']> = Extract<ConversationEntry, { kind: Kind }>;

export const file = (title: string, mime: string, text = 'content'): SavedFile => ({
  title,
  name: `r1-${title}`,
  mime,
  content: Buffer.from(text),
});

export const said = (text: string, files: readonly SavedFile[] = []): Entry<'message'> => ({
  kind: 'message',
  text,
  files,
});

export const reply = (text: string, changes: Partial<Entry<'reply'>> = {}): Entry<'reply'> => ({
  ...{ kind: 'reply', id: 'r1', text, code: null, via: null },
  ...changes,
});

export const block = (changes: Partial<Entry<'block'>> = {}): Entry<'block'> => ({
  ...{ kind: 'block', id: 'r1', code: 'x = 1', byPerson: false, end: 'finished' },
  ...{ words: 'Execution result: \n1', output: [], files: [] },
  ...changes,
});

export const conversation = (
  entries: readonly ConversationEntry[],
  branches: Conversation['branches'] = [],
): Conversation => ({ id: 'chat-1', title: 'Chat chat-1', model: 'gpt-x', entries, branches });
