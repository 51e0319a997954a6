/**
 * What nobody sees, or sees as what it is not: control and format characters (zero-width and direction marks, tags),
 * blanks but the space, surrogate halves, private and unassigned code points, variation selectors and fillers, and
 * marks that belong to no letter or are more than a script puts on one.
 */
const unseen =
  /(?![ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|(?<![\p{L}\p{N}]\p{M}{0,3})\p{M}/gu;

/** As Python's `repr` has it. */
function escaped(character: string): string {
  if (character === '\r') return String.raw`\r`;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/**
 * A text without anything that a terminal or a reader of a prompt could mistake for more: every other character than letters,
 * numbers, punctuation, symbols, spaces, tabs and line feeds is shown as its escape. Applying it twice changes nothing.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, escaped);
}
