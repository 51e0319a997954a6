/** Lines that we add to an exception's text: where in the program it was raised. */
const frame = /^ {2}(?:line \d+, in |… \d+ more calls …)/;

/**
 * What `str(error)` of an exception is, out of the text that is told of it: `Type: message`, then frames. Empty for one
 * without a message.
 */
export function errorMessage(told: string): string {
  const lines = told.split('\n');
  while (lines.length > 1 && frame.test(lines.at(-1) ?? '')) lines.pop();
  const text = lines.join('\n');
  const type = /^[A-Za-z_][\w.]*(?:: |$)/.exec(text);
  return type === null ? text : text.slice(type[0].length);
}
