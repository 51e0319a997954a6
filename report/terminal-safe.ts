import { plainText } from '../core/words/plain-text';

/** Text of a program or model, safe to print: it cannot move the cursor or hide a line; invisible parts become escapes. */
export function terminalSafe(text: string): string {
  return plainText(text);
}

/** The same on one line: white space runs become one blank. */
export function terminalLine(text: string): string {
  return plainText(text.replace(/\s+/gu, ' ')).trim();
}
