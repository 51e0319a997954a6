import { programTurn } from '../../core/replies/program-turn';
import type { BlockOutput } from '../../core/schemas/block-output';
import { terminalLine, terminalSafe } from '../terminal-safe';
import { aroundBlock } from './around-block';
import type { Conversation, ConversationEntry, SavedFile } from './conversation';
import { endWords } from './end-words';

/** A conversation for people: blocks under the words that came with them, images and files linked to where they are saved. */
export function conversationMarkdown(conversation: Conversation): string {
  const { title, model, entries, branches } = conversation;
  const parts = [`# ${title}`, `Model: ${model}`, ...entries.flatMap(entryParts)];
  if (branches.length > 0) {
    parts.push(
      '## What does not stand any more',
      branches.map(({ why, replies }) => `- ${why}: ${replies.join(' / ')}`).join('\n'),
    );
  }
  return terminalSafe(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

function entryParts(entry: ConversationEntry): readonly string[] {
  switch (entry.kind) {
    case 'message':
      return ['## Person', ...entry.files.map(link), entry.text];
    case 'reply':
      return [`## Model (${entry.id})`, ...replyParts(entry)];
    case 'block':
      return [
        ...(entry.byPerson ? [`## Person's own block (${entry.id})`, python(entry.code)] : []),
        `### Execution result (${entry.id})`,
        ...outputParts(entry.output, entry.files),
        ...endWords[entry.end].map((words) => `*${words}*`),
      ];
    case 'tests':
      return [`### Execution result (${entry.id})`, fenced('text', entry.words)];
    case 'feedback':
      return [`## Feedback (${entry.source})`, entry.text];
    case 'note':
      return [`*${entry.text}*`];
  }
}

function replyParts({
  text,
  code,
  via,
}: Extract<ConversationEntry, { kind: 'reply' }>): readonly string[] {
  if (code === null) return [text];
  const around = via === 'tool' ? { before: text, after: '' } : aroundBlock(text, code);
  // Otherwise the block is in the text, in whatever way.
  return around === null ? [text] : [around.before, python(code), around.after];
}

function outputParts(output: BlockOutput, files: readonly SavedFile[]): readonly string[] {
  const parts: string[] = [];
  let written = '';
  const flush = (): void => {
    if (written.trim() !== '') parts.push(fenced('text', written.trimEnd()));
    written = '';
  };
  for (const part of output) {
    if (part.kind === 'artefact') {
      flush();
      parts.push(...files.filter(({ title }) => title === part.name).map(link));
    } else if (part.kind === 'stdout' || part.kind === 'stderr') {
      written += part.text;
    } else {
      const text =
        part.kind === 'dropped' ? `[... ${String(part.bytes)} bytes left out ...]` : part.text;
      written += `${written === '' || written.endsWith('\n') ? '' : '\n'}${text}\n`;
    }
  }
  flush();
  const shown = new Set(output.flatMap((part) => (part.kind === 'artefact' ? [part.name] : [])));
  return [...parts, ...files.filter(({ title }) => !shown.has(title)).map(link)];
}

function link({ title, name, mime }: SavedFile): string {
  const words = terminalLine(title).replace(/[[\]\\]/g, ' ');
  return `${mime.startsWith('image/') ? '!' : ''}[${words}](${encodeURI(name)})`;
}

function python(code: string): string {
  return programTurn(code).content;
}

function fenced(info: string, text: string): string {
  return programTurn(text).content.replace(/^(`+)python/, `$1${info}`);
}
