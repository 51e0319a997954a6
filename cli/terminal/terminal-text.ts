const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const invisible = /[\p{M}\u200b-\u200f\ufe00-\ufe0f]/u;

function widthOf(character: string): number {
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Columns that a line takes on a terminal. */
export function textWidth(line: string): number {
  return [...line].reduce((sum, character) => sum + widthOf(character), 0);
}

/** A line of at most `columns` columns; one that is longer ends in an ellipsis. */
export function cutToWidth(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  return `${headOf(line, columns - 1).trimEnd()}…`;
}

/** Wraps a line at blanks to `columns` columns. Further lines align with its text: tree branches go on, list items hang. */
export function wrapLine(line: string, columns: number): readonly string[] {
  // A terminal that was told no size says that it has no columns.
  if (columns < 4 || textWidth(line) <= columns) return [line];
  const [lead = ''] = /^[\s│├└─]*(?:- |\d+\. )?/u.exec(line) ?? [];
  const hanging = lead
    .replace(/├─/gu, '│ ')
    .replace(/└─/gu, '  ')
    .replace(/[^\s│]/gu, ' ');
  // A terminal too narrow for its own indentation gets none.
  const indent = textWidth(hanging) + 2 < columns / 2 ? `${hanging}  ` : '';
  const lines: string[] = [];
  let current = lead;
  let room = columns;
  for (const word of line.slice(lead.length).split(/(?<=\s)(?=\S)/u)) {
    if (current.trim() !== '' && textWidth(current) + textWidth(word.trimEnd()) > room) {
      lines.push(current.trimEnd());
      current = indent;
    }
    current += word;
    while (textWidth(current.trimEnd()) > room) {
      const head = headOf(current, room);
      lines.push(head);
      current = indent + current.slice(head.length);
    }
    room = columns;
  }
  return [...lines, current.trimEnd()];
}

/** The longest beginning of a line that fits. */
function headOf(line: string, columns: number): string {
  let width = 0;
  let head = '';
  for (const character of line) {
    width += widthOf(character);
    if (width > columns) break;
    head += character;
  }
  return head;
}
