// Escape sequences by their introducers: CSI (parameters, a final byte), strings (OSC, DCS, SOS, PM, APC: up to BEL or
// ST, or to the end of the text when never closed), and the two- and three-character ones.
const sequences = new RegExp(
  [
    '(?:\\u001b\\[|\\u009b)[\\u0030-\\u003f]*[\\u0020-\\u002f]*[\\u0040-\\u007e]?',
    '(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c|$)',
    '\\u001b[\\u0020-\\u002f]*[\\u0030-\\u007e]?',
  ].join('|'),
  'gu',
);

/** Control characters but line feed and tab, and the invisible ones that reorder what is read. */
const controls =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * What a program or a model wrote, safe to print: without escape sequences, control characters (line feeds and tabs
 * stay) and direction overrides. Nothing printed can move the cursor, set a title or hide another line.
 */
export function terminalSafe(text: string): string {
  return text.replace(/\r\n/gu, '\n').replace(sequences, '').replace(controls, '');
}

/** The same on one line: white space runs become one blank. */
export function terminalLine(text: string): string {
  return terminalSafe(text).replace(/\s+/gu, ' ').trim();
}
