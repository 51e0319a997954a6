import type { ToolCall } from '../schemas/model';
import { programTurn } from './program-turn';

/** Replies are read and stored only in this form: a tool call's code is in a fence after the text. */
export function textOfAnswer({
  text,
  toolCall,
}: {
  readonly text: string;
  readonly toolCall?: ToolCall | undefined;
}): string {
  if (toolCall === undefined) return text;
  const block = programTurn(toolCall.code.trimEnd()).content;
  return text.trim() === '' ? block : `${text.trimEnd()}\n\n${block}`;
}
