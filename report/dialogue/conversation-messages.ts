import { programTurn } from '../../core/replies/program-turn';
import { artefactStub } from '../../core/refinement/feedback/artefact-stub';
import { executionResult } from '../../core/refinement/feedback/block-words';
import type { Conversation, ConversationEntry } from './conversation';

export interface SimpleMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * A conversation in the form of Code-Feedback's published rows: user and assistant in turns, beginning with the user and ending with
 * the assistant (what nobody has answered yet is left out), code inline in fences however it came, and what execution
 * gave as the user's words.
 */
export function conversationMessages({ entries }: Conversation): readonly SimpleMessage[] {
  const messages: SimpleMessage[] = [];
  let said: string[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'reply') {
      said.push(...userWords(entry));
      continue;
    }
    const before = messages.at(-1);
    const content = said.length === 0 ? 'Your program is not accepted.' : said.join('\n\n');
    const isFirst = before === undefined && said.length === 0;
    if (!isFirst) messages.push({ role: 'user', content });
    messages.push({ role: 'assistant', content: assistantWords(entry) });
    said = [];
  }
  return messages;
}

function userWords(entry: Exclude<ConversationEntry, { kind: 'reply' }>): readonly string[] {
  switch (entry.kind) {
    case 'message': {
      const stubs = entry.files.map(({ title, mime, content }) =>
        artefactStub({ name: title, mime, bytes: content.byteLength }),
      );
      const files = stubs.length === 0 ? [] : [`New in the working folder:\n${stubs.join('\n')}`];
      return [...files, entry.text];
    }
    case 'block':
      return entry.byPerson
        ? [`I ran this in the session myself:\n\n${fenced(entry.code)}`, asResult(entry.words)]
        : [asResult(entry.words)];
    case 'tests':
      return entry.told ? [asResult(entry.words)] : [];
    case 'feedback':
      return [entry.text];
    case 'note':
      return [];
  }
}

function assistantWords({
  text,
  code,
  via,
}: Extract<ConversationEntry, { kind: 'reply' }>): string {
  if (via !== 'tool' || code === null) return text;
  return text === '' ? fenced(code) : `${text}\n\n${fenced(code)}`;
}

function asResult(words: string): string {
  return words.startsWith(executionResult) ? words : `${executionResult}${words}`;
}

function fenced(code: string): string {
  return programTurn(code).content;
}
