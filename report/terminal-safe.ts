import { plainText } from '../core/words/plain-text';

/**
 * What a program or a model wrote, safe to print. Nothing printed can move the cursor, set a title or hide another
 * line: what would, or cannot be seen, is shown as its escape.
 */
export function terminalSafe(text: string): string {
  return plainText(text);
}

/** The same on one line: white space runs become one blank. */
export function terminalLine(text: string): string {
  return plainText(text.replace(/\s+/gu, ' ')).trim();
}
