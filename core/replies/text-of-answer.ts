import type { ToolCall } from '../schemas/model';
import { programTurn } from './program-turn';

/**
 * The text of an answer, with the code of its tool call in a fence after it. Replies are read and stored only in this form.
 */
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
