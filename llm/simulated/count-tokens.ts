import type { Message } from '../../core/schemas/model';

/** A plain stand-in for a tokenizer: four characters a token, rounded up. */
const charsPerToken = 4;
/** What the frame of a message adds. */
const tokensPerMessage = 4;

export function countTokens(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

export function countMessageTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + tokensPerMessage + countTokens(content), 0);
}

/** As much of the text as so many tokens hold. */
export function cutToTokens(text: string, tokens: number): string {
  return text.length <= tokens * charsPerToken ? text : text.slice(0, tokens * charsPerToken);
}
