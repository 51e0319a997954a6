import { textWidth } from '../../terminal/terminal-text';

export interface PromptRows {
  readonly rows: readonly string[];
  /** Of the cursor, among the rows and in columns. */
  readonly row: number;
  readonly column: number;
}

const lead = '> ';
const further = '  ';

/**
 * What is being typed, as rows of less than `columns` columns and at most `most` of them, around the cursor. Line feeds
 * begin a row.
 * @param cursor its place in the text, in UTF-16 code units
 */
export function promptRows(
  text: string,
  cursor: number,
  { columns, most }: { readonly columns: number; readonly most: number },
): PromptRows {
  const room = Math.max(4, columns - 1);
  const rows: string[] = [];
  let current = lead;
  let width = textWidth(lead);
  let at = { row: 0, column: width };
  let place = 0;
  const next = (): void => {
    rows.push(current);
    current = further;
    width = textWidth(further);
  };
  for (const character of text) {
    if (place === cursor) at = { row: rows.length, column: width };
    place += character.length;
    if (character === '\n') {
      next();
      continue;
    }
    const shown = shownAs(character);
    if (width + textWidth(shown) > room) {
      next();
      if (place - character.length === cursor) at = { row: rows.length, column: width };
    }
    current += shown;
    width += textWidth(shown);
  }
  if (place <= cursor) at = { row: rows.length, column: width };
  rows.push(current);
  const first = Math.max(0, Math.min(at.row - Math.floor(most / 2), rows.length - most));
  return { rows: rows.slice(first, first + most), row: at.row - first, column: at.column };
}

function shownAs(character: string): string {
  if (character === '\t') return '    ';
  return /\p{Cc}/u.test(character) ? '�' : character;
}
