/** Lines that we add to an exception's text: where in the program it was raised. */
const frame = /^ {2}(?:line \d+, in |… \d+ more calls …)/;

/** `str(error)` of an exception, out of `Type: message`, then frames. Empty for one without a message. */
export function errorMessage(told: string): string {
  const lines = told.split('\n');
  while (lines.length > 1 && frame.test(lines.at(-1) ?? '')) lines.pop();
  const text = lines.join('\n');
  const type = /^[A-Za-z_][\w.]*(?:: |$)/.exec(text);
  return type === null ? text : text.slice(type[0].length);
}
