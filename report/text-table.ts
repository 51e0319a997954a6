/** Columns as wide as their widest cell, two blanks apart, no blanks at the ends of lines. */
export function textTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, width(cell));
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** In characters as a reader counts them. */
function width(cell: string): number {
  return [...cell].length;
}

/** The table if it fits the terminal; else each row apart: the first cell above the others with their heads, no empty ones */
export function fittingTable(
  rows: readonly (readonly string[])[],
  columns: number,
): readonly string[] {
  const table = textTable(rows);
  if (table.every((line) => width(line) <= columns)) return table;
  const [[, ...head] = [], ...others] = rows;
  return others.flatMap(([first = '', ...cells]) => [
    first,
    ...textTable(
      cells.flatMap((cell, at) =>
        cell === '' || cell === '-'
          ? []
          : [[`${/^ */u.exec(first)?.[0] ?? ''}  ${head[at] ?? ''}`, cell]],
      ),
    ),
  ]);
}
