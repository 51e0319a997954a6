/** Longest excerpt of a stored text, in UTF-16 code units. */
const excerptLength = 200;

/** The first `most` code units of a text, one fewer where that would split a surrogate pair. */
export function clipText(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? most - 1 : most);
}

/**
 * The beginning of a text for trees, histories and terminals: one line, no control or direction-changing
 * characters, no lone surrogates, white space collapsed, at most 200 code units. Reads a bounded part of the text.
 */
export function excerptOf(text: string): string {
  const oneLine = clipText(text.trimStart(), 20 * excerptLength)
    .replace(/\s+/gu, ' ')
    // Cc: control, Cf: invisible (direction overrides among them), Cs: half of a surrogate pair.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return clipText(oneLine, excerptLength);
}
