/**
 * Sequences that make a terminal do something: CSI (colours, cursor), OSC and the other strings with their end (at
 * most 4,096 characters on), and short escapes. A string's introducer ends the string before it, as on a terminal: so
 * nothing is looked at twice, however many introducers there are.
 */
const escapeSequences =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])(?:[^\u0007\u001B\u0090\u0098\u009C-\u009F]{0,4096}(?:\u0007|\u001B\\|\u009C))?|\u001B[ -/]*[0-~]?/g;

/** Other control characters but tab and line feed, and those that change the direction of writing. */
const controls =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * A text from a model or a program without anything that a terminal, or a reader of a prompt, could mistake for more
 * than text. Line ends become LF. Applying it twice changes nothing.
 */
export function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(escapeSequences, '').replace(controls, '');
}
