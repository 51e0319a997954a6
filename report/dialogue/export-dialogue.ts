import type { AttemptKey, Store } from '../../core/ports/records';
import { checkDirectory, writeDirectory } from '../export/write-directory';
import { loadConversation } from './conversation';
import type { Conversation } from './conversation';
import { conversationMarkdown } from './conversation-markdown';
import { conversationMessages } from './conversation-messages';
import { conversationNotebook } from './conversation-notebook';

/** Forms that a dialogue is exported in, each a file. */
const exportForms: Readonly<
  Record<string, { readonly file: string; readonly write: (of: Conversation) => string }>
> = {
  messages: {
    file: 'messages.json',
    write: (of) => jsonText({ id: of.id, messages: conversationMessages(of) }),
  },
  markdown: { file: 'transcript.md', write: conversationMarkdown },
  notebook: { file: 'notebook.ipynb', write: (of) => jsonText(conversationNotebook(of)) },
};

export interface DialogueExportOptions {
  readonly store: Store;
  /** A chat is known by its id as `run`, with problem `chat` and sample 0. */
  readonly key: AttemptKey;
  /** Made when it does not exist. */
  readonly directory: string;
  /** Write into a folder that is not empty, replacing files of an earlier export. */
  readonly force: boolean;
}

/**
 * Writes `messages.json`, `transcript.md` and `notebook.ipynb`, and beside them the files that were given and made. What a model or a
 * program wrote can move no cursor in any of them: in JSON it stands as an escape, in Markdown it is shown as one.
 * @throws UsageError for an unknown dialogue or a folder that is not empty; NotReadyError when it cannot be written.
 */
export async function exportDialogue({
  store,
  key,
  directory,
  force,
}: DialogueExportOptions): Promise<{
  readonly directory: string;
  readonly files: readonly string[];
}> {
  await checkDirectory(directory, force);
  const conversation = await loadConversation(store, key);
  const saved = conversation.entries.flatMap((entry) => ('files' in entry ? entry.files : []));
  const files: (readonly [name: string, content: string | Uint8Array])[] = [
    ...saved.map(({ name, content }) => [name, content] as const),
    ...Object.values(exportForms).map(({ file, write }) => [file, write(conversation)] as const),
  ];
  await writeDirectory(directory, files);
  return { directory, files: files.map(([name]) => name) };
}

/** JSON in which nothing invisible stands as itself; its values are the same to the last character. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 1);
  const escaped = text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(character, (_, index) => index)
      .concat(character.length > 1 ? [1] : [])
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return `${escaped}\n`;
}
