import { isRecord } from '../../../core/values/is-record';
import type { RawRow } from '../raw-row';
import { RowFault } from '../row-fault';
import { hasAll } from '../source-form';
import type { FormRow, SourceForm } from '../source-form';
import { dialogueRow } from './dialogue-row';
import type { GivenTurn } from './dialogue-row';

/** The published set, and our own export: a finished data set can be a source. */
export const codeFeedback: SourceForm = {
  name: 'code-feedback',
  columns: 'id, messages',
  recognises: hasAll('id', 'messages'),
  toRow: messagesRow,
};

/** Fine-tuning files of OpenAI. A content may be a list of text parts. */
export const openaiMessages: SourceForm = {
  name: 'openai-messages',
  columns: 'messages',
  recognises: hasAll('messages'),
  toRow: messagesRow,
};

function messagesRow(raw: RawRow): FormRow {
  const { messages } = raw;
  if (!Array.isArray(messages)) throw new RowFault('column "messages" is not a list');
  return dialogueRow(messages.map(toGiven));
}

function toGiven(message: unknown, place: number): GivenTurn {
  const fault = (why: string): RowFault => new RowFault(`message ${String(place + 1)} ${why}`);
  if (!isRecord(message) || typeof message['role'] !== 'string') throw fault('has no role');
  const { role, content } = message;
  if (message['tool_calls'] !== undefined && message['tool_calls'] !== null) {
    throw fault('calls a tool');
  }
  if (typeof content === 'string') return { role, content };
  if (!Array.isArray(content)) throw fault('has no text');
  const texts = content.map((part: unknown) => {
    if (isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string') {
      return part['text'];
    }
    throw fault('has a part that is not text');
  });
  return { role, content: texts.join('') };
}
