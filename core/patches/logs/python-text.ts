/** Text as Python reads it: the official parsers of test logs are Python, and their ids depend on it. */

const space =
  '\\t\\n\\v\\f\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const spaces = new RegExp(`[${space}]+`, 'u');
const aroundText = new RegExp(`^[${space}]+|[${space}]+$`, 'gu');

/** `str.split()`. */
export function words(text: string): readonly string[] {
  return text.split(spaces).filter((word) => word !== '');
}

/** `str.strip()`. */
export function stripped(text: string): string {
  return text.replace(aroundText, '');
}

/** Lines of a file that is opened as text. */
export function lines(text: string): readonly string[] {
  return text.replace(/\r\n?/g, '\n').split('\n');
}
