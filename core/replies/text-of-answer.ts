import type { ToolCall } from '../schemas/model';
import { programTurn } from './program-turn';

/** What a model said, with the code of its tool call in a fence behind it: the one form in which replies are read and kept. */
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
